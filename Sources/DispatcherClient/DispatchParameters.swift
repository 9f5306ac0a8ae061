package import DispatcherMessages
import Glibc
package import QueryCoding
import UnixSystem
import XCallbackURL

/// The parameters of `dispatch`.
///
/// The parameters are printed without a tree of values: the first value of a generic type costs a process more time
/// than everything else that it does before it sends.
package enum DispatchParameters {
    /// - Parameters:
    ///   - id: The client's id, by which `history` finds the request if the connection breaks.
    ///   - address: The daemon that gets the request.
    package static func printParameters(
        url: String, id: String, waits: Bool = true, to address: SocketDirectory, into printer: inout JSONPrinter
    ) {
        typealias Name = DispatchMethod.Parameters.CodingKeys
        printer.member(Name.url.rawValue, url)
        printer.member(Name.id.rawValue, id)
        if !waits {
            printer.name(Name.waits.rawValue)
            printer.bool(false)
        }
        let environment = environment(for: address)
        guard !environment.isEmpty else { return }
        printer.name(Name.environment.rawValue)
        printer.beginObject()
        for (name, value) in environment { printer.member(name, value) }
        printer.endObject()
    }

    /// The session variables that are set in this process, for the programs that the request starts. Only a daemon of the
    /// same session gets these variables, because programs elsewhere could not use them. Every daemon gets the depth of
    /// this process, and the socket for whose request it was started.
    package static func environment(for address: SocketDirectory) -> [(name: String, value: String)] {
        var environment: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String?) { if let value { environment.append((name, value)) } }
        if !address.isForwarded {
            for name in SessionVariables.sortedNames { add(name, variable(name)) }
        }
        let now = UInt64(clamping: SystemClock.wall.milliseconds)
        add(RequestVariables.depth, RequestVariables.depth(now: now, variable: variable))
        add(RequestVariables.door, variable(RequestVariables.door))
        return environment
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Returns whether an outcome object reports that no route matches the URL.
    package static func hasNoRoute(_ outcome: QueryValue) -> Bool {
        outcome[OutcomeReply.Name.route.rawValue] == nil
            && outcome[OutcomeReply.Name.error.rawValue]?[OutcomeError.CodingKeys.code.rawValue]
                == .integer(StandardCode.noRoute.rawValue)
    }
}
