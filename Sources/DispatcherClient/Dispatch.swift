package import DispatcherMessages
import Glibc
package import QueryCoding

/// The parameters of `dispatch` as a command line sends them.
package enum Dispatch {
    /// - Parameters:
    ///   - id: Names the request, so that its outcome can be asked for when the connection breaks.
    ///   - address: Where it goes.
    package static func parameters(
        url: String, id: String, waits: Bool = true, to address: DaemonAddress
    ) -> QueryValue {
        .record([
            ("url", .string(url)), ("id", .string(id)), ("wait", waits ? nil : false),
            ("environment", environment(for: address)),
        ])
    }

    /// The session of this process, for whatever the request starts; nil if there is nothing to say. It goes along only
    /// where the session is the daemon's: elsewhere it would lead its programs astray.
    static func environment(for address: DaemonAddress) -> QueryValue? {
        let session = address.sharesSession ? SessionVariables.sortedNames : []
        let variables = (session + [SessionVariables.depth]).compactMap { name in
            getenv(name).map { QueryValue.Member(name, .string(String(cString: $0))) }
        }
        return variables.isEmpty ? nil : .object(variables)
    }

    /// A new id: 128 random bits.
    package static func makeID() -> String {
        var generator = SystemRandomNumberGenerator()
        return hexadecimal(generator.next()) + hexadecimal(generator.next())
    }

    /// The sixteen digits of a word.
    private static func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// What a process ends with for an outcome object.
    package static func exitStatus(of outcome: QueryValue) -> ExitStatus {
        switch outcome["outcome"]?.string {
        case "success": .success
        case "cancel": .cancelled
        default: outcome["state"] == "accepted" ? .success : .errorOutcome
        }
    }
}
