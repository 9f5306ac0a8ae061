import DispatcherScenarios
import QueryCoding
import RequestRecord
import Testing

/// The kernel's own record of what ran for the rows of hostile.jsonl: one daemon gets every line on both sockets.
@Suite(.needs(Tracer.absence), .timeLimit(.minutes(2)))
struct HostileExecutionTests {
    /// The commands of the rows that may run on either socket.
    private static let open = [
        "H012": count, "H014": count, "H119": count, "H134": count, "H135": count,
        "H036": ["cat", "\u{2010}x"],
    ]

    /// The commands of the rows that only a script may run. A web page needs the user's consent, or is always refused.
    private static let guarded = [
        "H045": note("a\nb"), "H056": note("\u{E9}"), "H058": note("a" + String(repeating: "\u{301}", count: 20_000)),
        "H061": note("a"), "H063": note("a"), "H066": note("a"), "H078": note("$(touch /tmp/pwn)"),
        "H079": note("`id`;id|id&&id"), "H081": note("a+b"), "H084": note("{other}"), "H093": note("a"),
        "H095": note("a"), "H103": note("<b>Allow</b>\n\n\n\nClick OK"), "H106": ["printf", "secret"],
        "H107": note("a"), "H097": ["printf", "secret"], "H098": ["printf", "secret"],
    ]

    private static let count = ["printf", "%s", "1"]
    private static func note(_ text: String) -> [String] { ["printf", "--", "%s", text] }

    /// The lines, and the URL of each click on a page.
    private static let lines = HostileCase.all.compactMap { row -> (id: String, bytes: [UInt8])? in
        if let click = row.input.firstMatch(of: /^CMD: .*'(xcb:.*)'/) { return (row.id, Array(click.1.utf8)) }
        return row.isProcedure ? nil : (row.id, row.bytes)
    }

    @Test func `nothing that is refused is executed, and the rest runs exactly its own command`() throws {
        let daemon = try HostileHarness.start(settings: "notifications: false\nprompt: [sh, -c, exit 7]\n")
        let tracer = try Tracer(daemon, calls: "execve,execveat", inFull: true)
        var rows: [String: String] = [:]
        var refused: Set<String> = []
        var urls: [String] = []
        for door in [Door.control, .desktop] {
            for line in Self.lines {
                let row = "\(line.id) \(door)"
                let replies = try daemon.replies(toBytes: line.bytes, door: door)
                for id in replies.compactMap({ $0["id"]?.string }) { rows[id] = row }
                if replies.contains(where: Self.isRefusal) { refused.insert(row) }
                urls += replies.filter { $0["callback"]?["state"] == "opened" }
                    .compactMap { $0["callback"]?["url"]?.string }
            }
        }
        let opener = "\(daemon.sandbox.path)/opener"
        var commands: [String: [String]] = [:]
        var (opened, questions): ([[String]], [String]) = ([], [])
        for execution in try tracer.executions() {
            if execution.arguments.first == opener {
                opened.append(execution.arguments)
            } else if execution.arguments.dropFirst().dropLast() == ["-c", "exit 7"] {
                questions += execution.arguments.suffix(1)
            } else if execution.arguments[0].hasSuffix("/loginctl") {
                #expect(execution.arguments[1] == "show-session", "only whether the screen is locked is asked")
            } else {
                let row = try #require(execution.variable("XCALLBACK_ID").flatMap { rows[$0] }, "\(execution)")
                #expect(!refused.contains(row), "\(execution)")
                #expect(commands[row] == nil, "a second one: \(execution)")
                let program = execution.arguments[0]
                let name = String(program.split(separator: "/").last ?? "")
                #expect(try program == find(name, daemon.sandbox.environment))
                commands[row] = [name] + execution.arguments.dropFirst()
            }
        }
        for door in [Door.control, .desktop] {
            // The opened file: its number is the kernel's choice.
            let command = commands.removeValue(forKey: "H089 \(door)")
            #expect(command?.dropLast() == ["cat", "--"])
            #expect(command?.last?.wholeMatch(of: /\/proc\/(\d+)\/fd\/\d+/)?.1 == "\(daemon.pid)")
        }
        let scripts = Self.open.merging(Self.guarded) { $1 }.map { ("\($0) control", $1) }
        let clicks = Self.open.map { ("\($0) desktop", $1) }
        let expected = Dictionary(uniqueKeysWithValues: scripts + clicks)
        #expect(Set(commands.keys).symmetricDifference(expected.keys) == [])
        // Byte for byte: equal texts may be other bytes.
        for (row, command) in expected {
            #expect(commands[row]?.map { Array($0.utf8) } == command.map { Array($0.utf8) }, "\(row)")
        }
        #expect(opened == urls.map { [opener, $0] })
        // Three of the well-formed clicks on `/note`, and nothing else: without an answer, no other question follows.
        #expect(questions.count == 3)
        #expect(questions.allSatisfy { $0.hasPrefix("xcb.note\nruns: printf -- %s ") })
        #expect(urls.count == 5 && refused.count > Self.lines.count)
    }

    /// Whether nothing may have run for a reply. Smaller codes are the exit status of a command.
    private static func isRefusal(_ reply: QueryValue) -> Bool {
        guard let code = reply["error"]?["code"].flatMap({ Int($0.json) }) else { return false }
        return code >= 400 || code < 0
    }
}
