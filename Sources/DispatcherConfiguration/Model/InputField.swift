package import QueryCoding
package import URLSchemeRouter
package import XCallbackURL

/// A declared parameter.
package struct InputField: Sendable, Hashable {
    package var name: String
    package var type: InputType
    package var isOptional = false
    package var isArray = false
    /// The separator of the items of an array in one text; nil if each item is a parameter.
    package var separator: ItemSeparator?
    /// The default value, for a URL without the parameter.
    package var defaultValue: QueryValue?
    /// The schemes that a URL may have.
    package var schemes = URLSchemes.standard
    /// The folders of another machine that lead to the folder of a path, or to folders in it.
    package var prefixes: [PathPrefix] = []
    /// Whether a command gets the absolute name of a path, which another program can use too, rather than an open file.
    package var isNamed = false
    /// Whether the file says that the value is secret; nil if the name decides.
    package var declaredSecret: Bool?
    /// What the value means, for a model.
    package var description: String?

    /// Whether each request needs a value.
    var isRequired: Bool { !isOptional && !isArray && defaultValue == nil }

    /// Whether the value is left out of logs, history and prompts.
    package var isSecret: Bool { declaredSecret ?? FoldedNames.secrets.contains(partOf: name) }
}

/// The beginning of an absolute path that leads into the folder of an input.
package struct PathPrefix: Sendable, Hashable {
    /// The beginning, which ends in a slash.
    let text: String
    /// The path that takes its place, relative to the folder of the input: empty, or with a slash at its end.
    let replacement: String

    /// Makes a prefix from two absolute paths; nil if the folder is not in the folder of the input.
    init?(_ path: String, leadingTo folder: String, under root: String) {
        let (folder, root) = (Self.closed(folder), Self.closed(root))
        guard folder.utf8.starts(with: root.utf8) else { return nil }
        text = Self.closed(path)
        replacement = String(Substring(folder.utf8.dropFirst(root.utf8.count)))
    }

    /// Returns the path with one slash at its end.
    private static func closed(_ path: String) -> String {
        var path = path[...]
        while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return path + "/"
    }
}

/// The type of a parameter's text.
package enum InputType: Sendable, Hashable {
    /// Any text, including several lines.
    case string
    /// A text without a line break.
    case line
    /// A text, or one line, that a regular expression matches as a whole.
    case matching(TextPattern, isLine: Bool)
    case int(min: Int?, max: Int?)
    case number(min: Double?, max: Double?)
    case bool
    case oneOf([String])
    /// A path below a folder. The value is relative to the folder.
    case path(under: String)
    /// A date in ISO 8601. The text is passed on unchanged, as for the next three types.
    case date
    case uuid
    /// An absolute URL.
    case url
    /// Base64 or base64url.
    case base64

    /// The types without options. The folder of a path is missing here. A choice is not listed, because a choice needs
    /// values.
    static let plain: KeyValuePairs<InputTypeName, InputType> = [
        .string: .string, .line: .line, .int: .int(min: nil, max: nil), .number: .number(min: nil, max: nil),
        .bool: .bool, .date: .date, .uuid: .uuid, .url: .url, .base64: .base64, .path: .path(under: ""),
    ]

    /// The name of the type in a file, without its options.
    var kind: InputTypeName {
        switch self {
        case .matching(_, let isLine): isLine ? .line : .string
        case .int: .int
        case .number: .number
        case .oneOf: .oneOf
        case .path: .path
        case .string, .line, .bool, .date, .uuid, .url, .base64:
            Self.plain.first { $0.value == self }?.key ?? .string
        }
    }

    /// The type in lists and messages: its name, its pattern or its choices.
    package var name: String {
        switch self {
        case .matching(let pattern, _): "/\(pattern)/"
        case .oneOf(let cases): cases.joined(separator: "|")
        default: kind.rawValue
        }
    }
}

/// The schemes that an input of type `url` accepts.
package enum URLSchemes: Sendable, Hashable {
    /// The default of a file without schemes: http and https on the desktop and agent sockets, any scheme on the control
    /// socket.
    case standard
    case any
    case listed(Set<Scheme>)

    /// Returns the accepted schemes; nil for any scheme.
    func accepted(fromOutside: Bool) -> Set<Scheme>? {
        switch self {
        case .standard: fromOutside ? Self.web : nil
        case .any: nil
        case .listed(let schemes): schemes
        }
    }

    private static let web = Set(["http", "https"].compactMap { Scheme($0) })
}
