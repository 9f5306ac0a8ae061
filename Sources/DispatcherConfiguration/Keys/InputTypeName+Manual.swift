package import QueryCoding

extension InputTypeName {
    /// The values of the type, in a sentence, and lines of a route that declare an input of the type.
    package var manual: (meaning: String, example: String) {
        switch self {
        case .string: ("Any text, also of several lines; 'text' means the same.", "input: {body: string}")
        case .line: ("A text without a line break.", "input: {title: line}")
        case .int: ("A whole number, from 'min' to 'max' if these are set.", "input: {count: int}")
        case .number:
            (
                "A decimal number, also with an exponent, from 'min' to 'max' if these are set.",
                "input: {volume: {type: number, min: 0, max: 1.5}}"
            )
        case .bool:
            (
                "One of true, false, 1, 0, yes, no, on and off, in upper or lower case. A bare name is true.",
                "input: {draft: \"bool?\"}"
            )
        case .date: ("A day or a time of ISO 8601; the command gets it as it was written.", "input: {due: date}")
        case .uuid: ("A UUID; the command gets it as it was written.", "input: {id: uuid}")
        case .url:
            (
                """
                An absolute URL. An http or https URL needs a host, and a click or an agent may not put user info into it. Neither \
                the user nor the host may begin with '-'. By default clicks and agents may pass only http and https URLs, \
                and scripts any URL; 'schemes' sets the allowed schemes for both.
                """, "input: {page: url}"
            )
        case .base64: ("Base64 or base64url; the command gets it as it was written.", "input: {image: base64}")
        case .oneOf: ("One of the values that 'one-of' lists.", "input: {priority: {one-of: [low, high]}}")
        case .path:
            (
                """
                A path beneath the folder 'under', relative to it or absolute; no link may lead out of this folder. 'maps' \
                accepts the absolute paths of another machine. The command gets a name of the open file.
                """, "input: {file: {type: path, under: /srv/notes}}"
            )
        }
    }
}
