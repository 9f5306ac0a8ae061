import ArgumentParser
import DispatcherMessages

extension Door: ExpressibleByArgument {}
