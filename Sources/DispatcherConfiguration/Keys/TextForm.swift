import XCallbackURL

/// The form of a text. The pattern refuses no text that the reader accepts, and most of the others.
package struct TextForm: Sendable {
    /// `a scheme`
    package let name: String
    /// A regular expression of ECMA-262 for the whole text.
    let pattern: String
    /// Whether YAML may read such a text as a number or a flag.
    var mayBeOther = false

    static let name = TextForm(name: "lower-case letters, digits and '-'", pattern: "[a-z0-9-]+", mayBeOther: true)
    static let scheme = TextForm(name: "a scheme", pattern: "[A-Za-z][A-Za-z0-9+.-]*")
    static let ownScheme = {
        let unservable = BannedScheme.unservable
        return scheme.except(
            (["http", "https", "xcallback"] + unservable.names).map(anyCase)
                + unservable.prefixes.map { "\(anyCase($0)).*" })
    }()
    static let appScheme = scheme.except(["http", "https"].map(anyCase))
    static let host = TextForm(
        name: "a host", pattern: "(http://)?(\\[[0-9A-Fa-f:.]+\\]|[^\\s/:@\\[\\]]+)(:[0-9]+)?")
    static let domain = TextForm(name: "a domain", pattern: "(\\*\\.)?[^\\s/:@*]+(:[0-9]+)?")
    static let place = TextForm(name: "a path", pattern: "(?!~$|~/)[\\s\\S]+")
    static let variable = TextForm(
        name: "the name of a variable", pattern: "(?!BROWSER$|LD_|XCALLBACK_)[A-Za-z_][A-Za-z0-9_]*")
    static let day = TextForm(name: "a day such as 2027-01-31", pattern: "[0-9]{4}-[0-9]{2}-[0-9]{2}")
    static let path = TextForm(name: "a pattern", pattern: "[\\s\\S]+")
    static let line = TextForm(name: "one line", pattern: "[^\\n]{1,200}", mayBeOther: true)
    static let parameter = TextForm(name: "names", pattern: "(?![xX]-)[A-Za-z_][A-Za-z0-9_.-]*")
    static let tokenParameter = TextForm(name: "a name", pattern: "x-token|" + parameter.pattern)
    static let stripped = TextForm(name: "a name, or a prefix and '*'", pattern: "(?!x-)[^*]*[\\s\\S]")
    static let app = TextForm(name: "the id of a desktop entry", pattern: "(?![\\s\\S]*\\.desktop$)[^/]+")
    static let member = TextForm(
        name: "a name", pattern: "(?![xX]-|errorMessage$)[A-Za-z_][A-Za-z0-9_-]{0,63}")
    static let prefix = TextForm(name: "a name", pattern: "[A-Za-z_][A-Za-z0-9_-]{0,63}")
    static let separator = TextForm(
        name: "'newline' or a character", pattern: "newline|[\\t !-/:-@\\[-`{-~]")
    static let property = TextForm(
        name: "unit properties", pattern: "(?!\(SandboxReader.reserved.joined(separator: "|")))[A-Z][A-Za-z]*")
    static let propertyValue = TextForm(name: "texts", pattern: "[^\\u0000-\\u001F\\u007F]*", mayBeOther: true)
    static let script = TextForm(name: "the text of a script", pattern: "(?=[\\s\\S]*\\S)[^\\u0000]*")
    static let expression = TextForm(name: "a regular expression", pattern: "[\\s\\S]+", mayBeOther: true)
    static let stdin = TextForm(
        name: "json, parameters, none or a parameter such as $body",
        pattern: "json|parameters|none|\\$[A-Za-z_][A-Za-z0-9_]*|\\$\\{(?!x-)[A-Za-z_][A-Za-z0-9_.-]*\\}")
    static let type = TextForm(
        name: "a type", pattern: "(\(InputTypeName.simple.map(\.rawValue).joined(separator: "|")))\\??")
    /// A program, whose name no value chooses.
    static let program = TextForm(name: "a program", pattern: "(?!~$|~/)([^$]|\\$\\$)+", mayBeOther: true)
    static let argument = TextForm(name: "an argument", pattern: "([^$]|\(reference))*", mayBeOther: true)
    static let openedURL = TextForm(
        name: "a URL with values in it",
        pattern: "(?!\(BannedScheme.templates.map(anyCase).joined(separator: "|")):|\(anyCase("chrome")))\(url)")
    static let redirectedURL = TextForm(name: "a URL of a route, with values in it", pattern: url)

    /// `$name`, `${name}`, `${x-id}` or `$$`
    private static let reference =
        "\\$\\$|\\$[A-Za-z_][A-Za-z0-9_]*|\\$\\{((?!x-)[A-Za-z_][A-Za-z0-9_.-]*|"
        + Template.RequestValue.allCases.map(\.rawValue).joined(separator: "|") + ")\\}"
    /// The scheme and the authority have no values in them.
    private static let url =
        "\(scheme.pattern):(?!//([^/?#$]|\\$\\$)*\\$[A-Za-z_{])([^$\\s\\u0000-\\u001F\\u007F\"<>\\\\^`{|}]|\(reference))*"

    private func except(_ others: [String]) -> TextForm {
        TextForm(name: name, pattern: "(?!(\(others.joined(separator: "|")))$)\(pattern)")
    }

    /// `[aA][bB]` for `ab`. The text is in lower-case ASCII, and its only special character is `+`.
    private static func anyCase(_ text: String) -> String {
        var pattern: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                pattern += [UInt8(ascii: "["), byte, byte & 0xDF, UInt8(ascii: "]")]
            case UInt8(ascii: "+"): pattern += Array("\\+".utf8)
            default: pattern.append(byte)
            }
        }
        return String(decoding: pattern, as: UTF8.self)
    }
}
