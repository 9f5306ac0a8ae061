import ArgumentParser
import DispatcherClient

extension RemoteHost: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
