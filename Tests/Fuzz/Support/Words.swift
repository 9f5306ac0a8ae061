/// The words that the fuzzer puts into inputs.
enum Words {
    /// As a dictionary of libFuzzer: one quoted word a line.
    static var dictionary: String {
        all.map { word in
            let escaped = word.utf8.map { byte -> String in
                let isPlain = (0x21..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                if isPlain { return String(UnicodeScalar(byte)) }
                let digits = String(byte, radix: 16)
                return "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
            return "\"\(escaped.joined())\"\n"
        }.joined()
    }

    private static let all = urls + json + yaml

    private static let urls = [
        "x-callback-url", "x-success=", "x-error=", "x-cancel=", "x-source=", "x-token=", "://", "%2F", "%25", "%3A",
        "%3F", "%23", "%26", "%3D", "%00", "%0A", "%FF", "%C0%AF", "%E2%84%AA", "%C2%85", "%zz", "own:", "one:",
        "file:",
        "javascript:", "mailto:", "https://", "a.example", "b.example", "attach=", "xcallback:///reply/", "\u{E9}",
        "e\u{301}", "\u{212A}", "tags.0=", "tags[]=", "\r\n", "--", "${", "$$", "<redacted>", "%3Credacted%3E",
    ]

    private static let json = [
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"", "\",\"params\":{", "\"result\":", "\"error\":", "\"outcome\":",
        "\"success\"", "\"output\":", "\\ud83d", "\\ude00", "\\u0000", "1e9", "-0", "null", "true", "false", "[[[[",
        "]]]]",
    ]

    private static let yaml = [
        "schemes: [", "domains: [", "routes:\n", "  - {name: ", ", path: /", ", run: [", ", open: \"", ", redirect: \"",
        ", script: \"", "input: {", "string?", "line", "int", "number", "bool", "date", "uuid", "url", "base64",
        "one-of: [", "type: path, under: ", "pattern: \"", "default: ", "min: ", "max: ", "secret: true", "any",
        "limits: {", "running: ", "waiting: ", "timeout: ", "callbacks: {hosts: [", "allow: ", "opener: [", "desktop: ",
        "token: {file: ", "rate: ", "strip: [", "examples: [", "stdin: ", "output: json", "{a:int}", "{a**}", "{a?}",
        "{a:/[a-z]+/}", "${x-url}", "9223372036854775807", "-9223372036854775808", "1e308", "&a ", "*a", "!!", "? ",
        "<<: ", "\u{2028}", "\u{85}", "99999999999999d", "9007199254740993GiB",
    ]
}
