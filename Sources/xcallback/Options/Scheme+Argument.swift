public import ArgumentParser
import DispatcherMessages
import RequestRecord
public import XCallbackURL

extension CallbackKind: ExpressibleByArgument {
    /// Accepts the words for a cancel that the history prints, too.
    public init?(argument: String) {
        self.init(rawValue: ["cancelled", "not allowed"].contains(argument) ? CallbackKind.cancel.rawValue : argument)
    }
}

extension Door: ExpressibleByArgument {}

extension Scheme: ExpressibleByArgument {
    /// Accepts a scheme with its colon too.
    public init?(argument: String) { self.init(argument.last == ":" ? String(argument.dropLast()) : argument) }
}
