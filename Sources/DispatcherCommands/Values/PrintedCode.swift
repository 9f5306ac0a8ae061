import QueryCoding
import XCallbackURL

/// The code that a failed command printed: `{"code": 4}` or `{"code": "not-found"}`.
package struct PrintedCode: Sendable, Hashable {
    /// The numeric code, if the command printed a number.
    package let number: Int?
    package let text: String

    /// Reads the code from the whole standard output of a command; nil if the output is not a JSON object whose `code`
    /// is a whole number or a word. 0 is not a code, because it means success.
    package init?(_ output: [UInt8]) {
        guard let value = try? JSONParser.parse(output, depthLimit: 16), let code = value["code"] else { return nil }
        if let number = code.whole(Int.self), number != 0 {
            self.number = number
            text = "\(number)"
        } else if let word = code.string, OutcomeError.isWord(word) {
            number = nil
            text = word
        } else {
            return nil
        }
    }
}
