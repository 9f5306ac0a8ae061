public import ArgumentParser
import DispatcherMessages
import RequestRecord
public import XCallbackURL

extension CallbackKind: ExpressibleByArgument {}

extension Door: ExpressibleByArgument {}

extension Scheme: ExpressibleByArgument {
    /// Accepts a scheme with its colon too.
    public init?(argument: String) { self.init(argument.last == ":" ? String(argument.dropLast()) : argument) }
}
