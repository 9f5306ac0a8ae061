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
        return Self.options(in: words[1])
    }

    /// The options in the text of `thunderbird -compose`, as Thunderbird splits them: a comma begins the next option except in
    /// a value in quotes, which begin after `=` and end before a comma or at the end. A value without quotes is decoded.
    private static func options(in text: Substring) -> [String: String] {
        let options = text.matches(of: /(?s)(?:[^,'"=]|=(?:(['"]).*?\1(?=,|\z)|['"].*)?|['"])+/)
        return options.reduce(into: [:]) { values, option in
            let parts = option.output.0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return }
            let isQuoted = parts[1].count > 1 && parts[1].first == "'" && parts[1].last == "'"
            let value = isQuoted ? String(parts[1].dropFirst().dropLast()) : parts[1].removingPercentEncoding
            values[String(parts[0])] = value ?? String(parts[1])
        }
    }

    private static func link(_ callback: String) -> String { "t:///done?x-success=\(PercentCoding.encode(callback))" }

    private static func link(_ path: String, _ input: KeyValuePairs<String, String>) -> String {
        "t:///\(path)?" + input.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
    }

    @Test(arguments: TextTable.rows("mails.txt", "Composed"), [Door.desktop, .control])
    func `the text of a mail arrives, and is no option of Thunderbird`(row: [String], door: Door) throws {
        let input = try JSONParser.parse(Array(row[1].utf8), depthLimit: 2).members ?? []
        let query = input.map { "\($0.name)=\(PercentCoding.encode($0.value.string ?? ""))" }
        let reply = try daemon.reply(to: "t:///\(row[0])?\(query.joined(separator: "&"))", door: door)
        #expect(reply["outcome"] == "success", "\(reply.json)")
        let expected = try JSONParser.parse(Array(row[2].utf8), depthLimit: 2).members ?? []
        #expect(try options() == Dictionary(uniqueKeysWithValues: expected.map { ($0.name, $0.value.string ?? "") }))
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
        let link = Self.link("mail", ["to": "a@b", "s": "c", "b": "d"])
        let id = try #require(try daemon.reply(to: link)["id"]?.string)
        let url = "mailto:a%40b?cc=team@example.org,kim@example.org&subject=%5Bt%5D%2C%20c&body=d"
        let shown = try daemon.xcallback(["history", "show", id, "--json"])
        #expect(try shown.json["command"] == ["xdg-email", .string(url)])
        let explained = try daemon.xcallback(["explain", link, "--json"])
        #expect(try explained.json["opens"]?.string == url)
        _ = try daemon.reply(to: Self.link("mailto:a@b?subject=c,d"))
        #expect(try daemon.history().first?["callback"]?["url"] == "mailto:a@b?subject=c%2Cd")
    }
}
