package import QueryCoding

extension InputTypeName {
    /// The manual's text about the type.
    package struct Manual: Sendable {
        /// The values of the type, in a sentence.
        package let meaning: String
        /// Lines of a route that declare an input of the type.
        package let example: String
        /// A value for the input of the example.
        package let value: String

        fileprivate init(_ meaning: String, _ example: String, _ value: String) {
            self.meaning = meaning
            self.example = "input: {\(example)}"
            self.value = value
        }
    }

    package var manual: Manual {
        switch self {
        case .string: Manual("Any text, also of several lines.", "body: string", "two\nlines")
        case .line: Manual("A text without a line break.", "title: line", "To do")
        case .int: Manual("A whole number, from 'min' to 'max' if these are set.", "count: int", "-7")
        case .number:
            Manual(
                "A decimal number, also with an exponent, from 'min' to 'max' if these are set.",
                "volume: {type: number, min: 0, max: 1.5}", "1.25")
        case .bool:
            Manual(
                "One of true, false, 1, 0, yes, no, on and off, in upper or lower case. A bare name is true.",
                "draft: \"bool?\"", "off")
        case .date:
            Manual(
                "A day or a time of ISO 8601; the command gets it as it was written.", "due: date",
                "2027-01-31T09:30:00Z")
        case .uuid:
            Manual(
                "A UUID; the command gets it as it was written.", "id: uuid", "123e4567-e89b-12d3-a456-426614174000")
        case .url:
            Manual(
                """
                An absolute URL. An http or https URL needs a host, and a click or an agent may not put user info into it. Neither \
                the user nor the host may begin with '-'. By default clicks and agents may pass only http and https URLs, \
                and scripts any URL; 'schemes' sets the allowed schemes for both.
                """, "page: url", "https://example.org/")
        case .base64:
            Manual("Base64 or base64url; the command gets it as it was written.", "image: base64", "aGVsbG8=")
        case .oneOf: Manual("One of the values that 'one-of' lists.", "priority: {one-of: [low, high]}", "low")
        case .path:
            Manual(
                """
                A path beneath the folder 'under', relative to it or absolute; no link may lead out of this folder. 'maps' \
                accepts the absolute paths of another machine. The command gets a name of the open file.
                """, "file: {type: path, under: /srv/notes}", "2027/plan.md")
        }
    }
}
