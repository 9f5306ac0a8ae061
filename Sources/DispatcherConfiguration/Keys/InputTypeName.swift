/// The names of the types of an input.
package enum InputTypeName: String, CaseIterable, Sendable {
    case string, line, int, number, bool, truthy, date, uuid, url, base64
    case oneOf = "one-of"
    case path

    /// The types that need no more than their name.
    static let simple = allCases.filter { $0 != .oneOf && $0 != .path }

    /// What the type takes, in a sentence.
    package var meaning: String {
        switch self {
        case .string: "Any text, also of several lines."
        case .line: "A text without a line break."
        case .int: "A whole number, with 'min' and 'max' if they are set."
        case .number: "A decimal number or one with an exponent, with 'min' and 'max' if they are set."
        case .bool: "One of true, false, 1, 0, yes, no, on and off, in upper or lower case. A bare name is true."
        case .truthy: "True for any text but an empty one and 'false'."
        case .date: "A day or a time of ISO 8601; the command gets it as it was written."
        case .uuid: "A UUID; the command gets it as it was written."
        case .url:
            "An absolute URL; of http and https one with a host, and from clicks without user info. Neither user nor host begins "
                + "with '-'. By default clicks pass only http and https; 'schemes' sets which ones."
        case .base64: "Base64 or base64url; the command gets it as it was written."
        case .oneOf: "One of the listed values."
        case .path:
            """
            A relative path beneath the folder 'under', which no link may lead out of. The command gets a name of the open \
            file.
            """
        }
    }

    /// Lines of a route that declare an input of the type.
    package var example: String {
        switch self {
        case .string: "input: {body: string}"
        case .line: "input: {title: line}"
        case .int: "input: {count: int}"
        case .number: "input: {volume: {type: number, min: 0, max: 1.5}}"
        case .bool: "input: {draft: \"bool?\"}"
        case .truthy: "input: {reveal: truthy}"
        case .date: "input: {due: date}"
        case .uuid: "input: {id: uuid}"
        case .url: "input: {page: url}"
        case .base64: "input: {image: base64}"
        case .oneOf: "input: {priority: {one-of: [low, high]}}"
        case .path: "input: {file: {type: path, under: /srv/notes}}"
        }
    }

    /// A value that the example takes.
    package var value: String {
        switch self {
        case .string: "two\nlines"
        case .line: "To do"
        case .int: "-7"
        case .number: "1.25"
        case .bool: "off"
        case .truthy: "always"
        case .date: "2027-01-31T09:30:00Z"
        case .uuid: "123e4567-e89b-12d3-a456-426614174000"
        case .url: "https://example.org/"
        case .base64: "aGVsbG8="
        case .oneOf: "low"
        case .path: "2027/plan.md"
        }
    }
}
