import Testing

@testable import DispatcherCommands

/// The code that a failed command prints.
struct PrintedCodeTests {
    @Test(
        arguments: [
            (#"{"code": 4}"#, 4, "4"),
            ("{\"code\": -17}\n", -17, "-17"), (#"{"code": 4.0}"#, 4, "4"),
            (#"{"code": "not-found", "more": [1]}"#, nil, "not-found"),
            ("{\n  \"code\": \"bad.callback_URL1\"\n}\n", nil, "bad.callback_URL1"),
        ] as [(String, Int?, String)])
    func `a number or a word is a code`(output: String, number: Int?, text: String) throws {
        let code = try #require(PrintedCode(Array(output.utf8)))
        #expect(code.number == number && code.text == text)
    }

    @Test(
        arguments: [
            "", "4", "[4]", #"{"code": 0}"#, #"{"code": 1.5}"#,
            #"{"code": "7"}"#, #"{"code": "-a"}"#, #"{"code": null}"#, #"{"code": ""}"#,
            #"{"code": true}"#, #"{"code": "see /home/a"}"#, #"{"code": "a\nb"}"#, #"{"code": "ä"}"#, #"{"kode": 4}"#,
            #"{"code": 99999999999999999999}"#, #"{"code": "\#(String(repeating: "a", count: 65))"}"#,
            #"{"code": 4} {"code": 5}"#,
        ])
    func `anything else is none`(output: String) { #expect(PrintedCode(Array(output.utf8)) == nil) }
}
