import Testing

/// Words of the command line that are not UTF-8: none is repaired, and nothing runs.
struct MalformedWordTests {
    /// Runs a command line of the shell, in which `$bad` is not UTF-8.
    private func shell(_ line: String, _ sandbox: Sandbox) throws -> Ended {
        try run("sh", ["-c", "bad=$(printf 't:///say/caf\\351'); \(line)"], sandbox.environment)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "open \"$bad\"", "open --from desktop -- \"$bad\"", "send \"$bad\"", "send t:///say/hi \"$bad\"",
            "call \"$bad\"", "call t:///say/hi --param \"a=$bad\"", "call t:///say/hi --get \"$bad\"",
            "explain \"$bad\"", "routes \"$bad\"", "link t.say \"text=$bad\"", "link \"$bad\"",
            "history show \"$bad\"", "history run \"$bad\"", "history --route \"$bad\"", "status \"$bad\"",
            "run \"$bad\"", "pause \"$bad\"", "check \"$bad\"", "token \"$bad\"",
            "grants revoke \"$bad\"", "serve \"$bad\" --path / -- true", "\"$bad\"",
            "run t.say \"text=$bad\"", "cancel \"$bad\"", "reload \"$bad\"", "resume \"$bad\"",
            "install \"$bad\"", "uninstall \"$bad\"",
        ])
    func `every command refuses bytes that are not UTF-8`(words: String) throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let ended = try shell("xcallback \(words)", daemon.sandbox)
        #expect(ended.status == 64 && ended.output.isEmpty)
        #expect(ended.errors.hasPrefix("xcallback: the argument is not UTF-8; percent-encode its text as UTF-8: "))
        #expect(ended.errors.hasSuffix("t:///say/caf\\xe9\n"), "\(ended.errors)")
        #expect(try daemon.history().isEmpty)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a value that is read from a stream or a file is refused too`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        let file = "\(daemon.sandbox.path)/bad"
        for words in ["text=- < '\(file)'", "'text=@\(file)'"] {
            let ended = try shell("printf %s \"$bad\" > '\(file)'; xcallback link t.say \(words)", daemon.sandbox)
            #expect(ended.status == 64 && ended.errors.contains(" is not UTF-8\n"), "\(ended)")
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `text past ASCII is left as it is`() throws {
        let daemon = try RunningDaemon(RunningDaemon.plainRoutes)
        #expect(try daemon.xcallback(["call", "t:///say/caf\u{E9}\u{1F600}"]).status == 0)
    }
}
