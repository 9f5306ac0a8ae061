import XCallbackURL

/// Regular expressions of ECMA-262 for the texts of files.
enum Pattern {
    static let scheme = "[A-Za-z][A-Za-z0-9+.-]*"
    static let parameter = "[A-Za-z_][A-Za-z0-9_.-]*"
    /// A scheme that callbacks may name under `allow`.
    static var appScheme: String { scheme(except: ["http", "https"].map(anyCase)) }
    /// A scheme that a route may answer.
    static var ownScheme: String {
        let unservable = BannedScheme.unservable
        return scheme(
            except: (["http", "https", "xcallback"] + unservable.names).map(anyCase)
                + unservable.prefixes.map { "\(anyCase($0)).*" })
    }
    static let place = "(?!~$|~/)[\\s\\S]+"
    /// The name of a program, which is literal: no value may choose the program.
    static let program = "(?!~$|~/)([^$]|\\$\\$)+"
    static var argument: String { "([^$]|\(reference))*" }
    static var openedURL: String {
        "(?!\(BannedScheme.templates.map(anyCase).joined(separator: "|")):|\(anyCase("chrome")))\(redirectedURL)"
    }
    /// The URL of a redirect, whose scheme and authority must be literal.
    static var redirectedURL: String {
        "\(scheme):(?!//([^/?#$]|\\$\\$)*\\$[A-Za-z_{])([^$\\s\\u0000-\\u001F\\u007F\"<>\\\\^`{|}]|\(reference))*"
    }

    /// `$name`, `${name}`, `${x-id}` or `$$`
    private static var reference: String {
        "\\$\\$|\\$[A-Za-z_][A-Za-z0-9_]*|\\$\\{((?!x-)\(parameter)|"
            + Template.RequestValue.allCases.map(\.rawValue).joined(separator: "|") + ")\\}"
    }

    private static func scheme(except others: [String]) -> String {
        "(?!(\(others.joined(separator: "|")))$)\(scheme)"
    }

    /// Returns an expression that matches a text in any case: `[aA][bB]` for `ab`. The text is lower-case ASCII, and
    /// has no special character of expressions other than `+`.
    private static func anyCase(_ text: String) -> String {
        text.map { $0 == "+" ? "\\+" : $0.isLetter ? "[\($0)\($0.uppercased())]" : String($0) }.joined()
    }
}
