import QueryCoding
import Testing

/// The lines of one connection, of which some are answered where they are read and others wait for a command.
struct OrderTests {
    @Test(.timeLimit(.minutes(1)))
    func `the replies to lines of all kinds in one write keep their order`() throws {
        let daemon = try RunningDaemon.serving(
            """
            {name: say, path: "/say/{n}", run: [printf, "%s", --, $n], output: text}
            {name: go, path: "/go/{n}", redirect: "xcallback:///echo?n=$n"}
            """)
        let kinds = ["xcallback:///echo?", "t:///say/", "none:///", "t:///go/", "xcallback:///ping?", "%zz"]
        let lines = (0..<300).map { "\(kinds[$0 % kinds.count])\($0)" }
        #expect(try daemon.replies(to: lines).compactMap { $0["url"]?.string } == lines)
        let history = try daemon.history().compactMap { $0["url"]?.string }
        // Nothing declares what the URLs of an unknown scheme have.
        let recorded = lines.map { $0.hasPrefix("none:") ? "none:%3Credacted%3E" : $0 }
        #expect(Set(history) == Set(recorded.filter { !$0.hasPrefix("xcallback:") }))
    }
}
