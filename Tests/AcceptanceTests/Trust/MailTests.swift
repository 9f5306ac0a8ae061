import DispatcherMessages
import Foundation
import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// The mails that the daemon opens, as xdg-email(1) of this machine gives them to Thunderbird, here a program that
/// records its arguments.
@Suite(.needs(programs: "xdg-email"), .timeLimit(.minutes(1)))
struct MailTests {
    private let daemon: RunningDaemon
    private let thunderbird: NamedPipe

    init() throws {
        let sandbox = try Sandbox()
        thunderbird = try NamedPipe("\(sandbox.path)/thunderbird.pipe")
        try sandbox.write(
            "#!/bin/sh\nprintf '%s|' \"$@\" > '\(thunderbird.path)'\necho > '\(thunderbird.path)'\n",
            to: "bin/thunderbird", executable: true)
        try sandbox.write(
            "[Desktop Entry]\nType=Application\nName=Thunderbird\nExec=thunderbird %u\n",
            to: "data/applications/thunderbird.desktop")
        try sandbox.write(
            "[Default Applications]\nx-scheme-handler/mailto=thunderbird.desktop\n", to: "config/mimeapps.list")
        try sandbox.settings("opener: {default: [\"true\"], mailto: [xdg-email]}\ncallbacks: {allow: [mailto]}\n")
        try sandbox.routes(
            """
            schemes: [t]
            desktop: allow
            routes:
              - {name: json, path: /json, input: {j: string}, run: [printf, --, "%s", $j], output: json}
              - {name: done, path: /done, run: ["true"]}
              - name: mail
                path: /mail
                input: {to: string, s: string?, b: string?}
                open: "mailto:$to?cc=team@example.org,kim@example.org&subject=[t],%20$s&body=$b"
              - {name: file, path: /file, input: {f: string}, open: "mailto:a@b?subject=s&attach=/srv/$f"}
            """, "t")
        daemon = try RunningDaemon(sandbox)
    }

    /// Returns the options that Thunderbird reads in its next start.
    private func options() throws -> [String: String] {
        let line = try #require(thunderbird.line())
        let words = line.split(separator: "|", omittingEmptySubsequences: false)
        try #require(words.count == 3 && words[0] == "-compose", "\(line)")
        return ComposeOptions(String(words[1])).values
    }

    private static func link(_ callback: String) -> String { "t:///done?x-success=\(PercentCoding.encode(callback))" }

    private static func link(_ path: String, _ input: KeyValuePairs<String, String>) -> String {
        "t:///\(path)?" + input.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
    }

    /// Each with the options of Thunderbird.
    static let opened: [(link: String, options: [String: String])] = [
        (
            link(
                "mailto:kim@example.org,al+x@example.org?subject=It's,%20well&cc=c@d&bcc=%C3%A9@f&body=one,%0D%0A'two'"),
            [
                "to": "kim@example.org,al+x@example.org,", "subject": "It's, well", "cc": "c@d,", "bcc": "é@f,",
                "body": "one,\r\n'two'",
            ]
        ),
        (link("mailto:Kim%20%3Ckim@b%3E?to=c@d"), ["to": "Kim <kim@b>,c@d,"]),
        (
            link("mailto:a@b?subject=x,attachment=file:///etc/passwd"),
            ["to": "a@b,", "subject": "x,attachment=file:///etc/passwd"]
        ),
        (
            link("mailto:a@b?subject=x'%2Cattachment%3D'file:///etc/passwd&body=',attachment='/c"),
            ["to": "a@b,", "subject": "x',attachment='file:///etc/passwd", "body": "',attachment='/c"]
        ),
        (
            link("mailto:a@b?body=x%2526attach%253D/c%5Cx2Cattachment=/d,attachment=/e"),
            ["to": "a@b,", "body": "x%26attach%3D/c\\x2Cattachment=/d,attachment=/e"]
        ),
        (link("mailto:a@b?in-reply-to=%3Cx,attachment='/c'%3E&subject=s"), ["to": "a@b,", "subject": "s"]),
        (link("mailto:a@b?Subject=x,attachment=/c&amp;subject=y,attachment=/d&=z"), ["to": "a@b,"]),
        (link("mailto:?subject=x,attachment=/c"), ["subject": "x,attachment=/c"]),
        (link("mailto:a@b%2Cattachment?cc=c%2Cd@e"), ["to": "a@b,attachment,", "cc": "c,d@e,"]),
        (
            link("json", ["j": #"{"subject": "x',attachment='/c", "cc": "c@d, e@f"}"#, "x-success": "mailto:a@b"]),
            ["to": "a@b,", "subject": "x',attachment='/c", "cc": "c@d, e@f,"]
        ),
        (
            link("mail", ["to": "a@b", "s": "it's,attachment='/c'", "b": "one,\r\ntwo,attachment=/d#?&attach=/e"]),
            [
                "to": "a@b,", "cc": "team@example.org,kim@example.org,", "subject": "[t], it's,attachment='/c'",
                "body": "one,\r\ntwo,attachment=/d#?&attach=/e",
            ]
        ),
        (link("file", ["f": "a b.txt"]), ["to": "a@b,", "subject": "s", "attachment": "/srv/a b.txt"]),
    ]

    @Test(arguments: opened, [Door.desktop, .control])
    func `the text of a mail arrives, and is no option of Thunderbird`(
        mail: (link: String, options: [String: String]), door: Door
    ) throws {
        #expect(try daemon.reply(to: mail.link, door: door)["outcome"] == "success")
        #expect(try options() == mail.options)
    }

    /// Each with the code of its error.
    static let refused: [(String, Int)] =
        [
            "mailto:a@b%27%2Cattachment=%27file:///etc/passwd%27%2Cbcc=%27", "mailto:a@b%3Fattach=/etc/passwd",
            "mailto:a@b%26attach=/etc/passwd", "mailto:a@b?cc=c%27%2Cattachment=%27/d",
            "mailto:?bcc=c%27%2Cattachment=%27/d",
            "mailto:?to=c%27%2Cattachment=%27/d", "mailto:a%5Cx27%2Cattachment%5Cx3d/c", "mailto:-n@b",
            "mailto:a@b?subject=%0D%0ABcc:%20e@e", "mailto:a@b?in-reply-to=%0Asubject=x",
        ].map { (link($0), 403) } + [
            (link("mail", ["to": "a@b',attachment='/c"]), 400), (link("mail", ["to": "-n"]), 400),
            (link("mail", ["to": "a&attach=/c"]), 400), (link("mail", ["to": "a@b", "s": "x\r\nBcc: e@e"]), 400),
            (link("file", ["f": "a',attachment='/etc/passwd"]), 400), (link("file", ["f": "a,/etc/passwd"]), 400),
        ]

    @Test func `a mail that could be an option is not opened`() throws {
        for (link, code) in Self.refused {
            for door in [Door.desktop, .control] {
                let error = try daemon.reply(to: link, door: door)["error"]
                #expect(error?["code"]?.text == "\(code)", "\(link)")
                if door == .control { #expect(error?["message"]?.text?.contains("mailto: with ") == true, "\(link)") }
            }
        }
        let printed = Self.link("json", ["j": #"{"cc": "c',attachment='/d"}"#, "x-success": "mailto:a@b"])
        #expect(try daemon.reply(to: printed)["callback"]?["state"] == "refused")
        // Nothing was opened before.
        _ = try daemon.reply(to: Self.link("mailto:last@b"))
        #expect(try options() == ["to": "last@b,"])
    }

    @Test func `a mail that is too long for an opener once it is encoded is error 413`() throws {
        let link = Self.link("mailto:a@b?subject=" + String(repeating: ",", count: 50_000))
        #expect(try daemon.reply(to: link)["error"]?["code"] == 413)
    }

    @Test func `the history has the URL that was opened`() throws {
        let id = try #require(try daemon.reply(to: Self.link("mail", ["to": "a@b", "s": "c", "b": "d"]))["id"]?.string)
        let url = "mailto:a%40b?cc=team@example.org,kim@example.org&subject=%5Bt%5D%2C%20c&body=d"
        let shown = try daemon.xcallback(["history", "show", id, "--json"])
        let request = try JSONParser.parse(Array(shown.output.utf8), depthLimit: 16)
        #expect(request["command"] == ["xdg-email", .string(url)])
        let explained = try daemon.xcallback([
            "explain", Self.link("mail", ["to": "a@b", "s": "c", "b": "d"]), "--json",
        ])
        #expect(try JSONParser.parse(Array(explained.output.utf8), depthLimit: 16)["opens"]?.string == url)
        _ = try daemon.reply(to: Self.link("mailto:a@b?subject=c,d"))
        #expect(try daemon.history().first?["callback"]?["url"] == "mailto:a@b?subject=c%2Cd")
    }
}

/// The options in the text of `thunderbird -compose`, as Thunderbird splits them: a comma begins the next option except in
/// a value in quotes, which begin after `=` and end before a comma or at the end. A value without quotes is decoded.
private struct ComposeOptions {
    private(set) var values: [String: String] = [:]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        var quote: UInt8?
        var start = 0
        for index in 0...bytes.count {
            let isEnd = index == bytes.count
            if isEnd || (bytes[index] == UInt8(ascii: ",") && quote == nil) {
                add(bytes[start..<index])
                start = index + 1
            } else if bytes[index] == quote, index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: ",") {
                quote = nil
            } else if quote == nil, index > 0, bytes[index - 1] == UInt8(ascii: "="),
                bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\"")
            {
                quote = bytes[index]
            }
        }
    }

    private mutating func add(_ option: ArraySlice<UInt8>) {
        let name = option.prefix { $0 != UInt8(ascii: "=") }
        guard name.endIndex < option.endIndex else { return }
        let value = option[(name.endIndex + 1)...]
        let isQuoted = value.count > 1 && value.first == UInt8(ascii: "'") && value.last == UInt8(ascii: "'")
        let text = String(decoding: isQuoted ? value.dropFirst().dropLast() : value, as: UTF8.self)
        values[String(decoding: name, as: UTF8.self)] = isQuoted ? text : text.removingPercentEncoding ?? text
    }
}
