import Glibc
import QueryCoding
import Testing

/// Programs that run routes of their own accord: git, and cron.
@Suite(.timeLimit(.minutes(1)))
struct HookTests {
    private let sandbox: Sandbox
    private let daemon: RunningDaemon

    init() throws {
        sandbox = try Recipe.sandbox(["work-log"])
        daemon = try RunningDaemon(sandbox)
    }

    private func waitForLine(_ text: String) throws {
        try wait(for: "the line") { (try? sandbox.contents("home/worklog.txt").contains(" \(text)\n")) ?? false }
    }

    @Test(.needs(programs: "git"))
    func `a hook of git notes the commit, and each word is data`() throws {
        let repository = "\(sandbox.path)/home/my tools"
        let subject = #"-Sort $(id) `id` "a" 'b' & 100% #1"#
        func git(_ arguments: String...) throws {
            let options = ["-C", repository, "-c", "user.name=Kim", "-c", "user.email=kim@example.org"]
            try run("git", options + arguments, sandbox.environment).succeeded()
        }
        try sandbox.makeFolder(repository)
        try git("init", "--quiet")
        try sandbox.write(
            Recipe.sample("sh", with: "#!/bin/sh"), to: "\(repository)/.git/hooks/post-commit", executable: true)
        try git("commit", "--quiet", "--allow-empty", "--message=\(subject)")
        try waitForLine("my tools: \(subject)")
        let latest = try daemon.reply(to: "worklog:///latest")["output"]?["result"]
        #expect(latest?.json.contains("my tools: -Sort") == true, "\(latest?.json ?? "")")
    }

    /// Folders of its own take the places of cron's, so that no other job is run. Without a session, the programs look for the
    /// sockets in the folder of the user's sessions.
    private static let script = """
        set -eu
        mount --make-rprivate /
        for folder in /var/spool/cron /run /etc/cron.d; do mount -t tmpfs tmpfs "$folder"; done
        mkdir -p /var/spool/cron/crontabs "/run/user/$(id -u)"
        mount --bind "${0%/*}/run" "/run/user/$(id -u)"
        crontab - < "$0"
        exec cron -f
        """

    @Test(.needs(Tally.mountAbsence), .needs(programs: "cron", "crontab"))
    func `a job of cron notes a line`() throws {
        let table = try Recipe.sample("text", with: "0 9 * * 1-5")
            .replacing("0 9 * * 1-5", with: "@reboot")
            .replacing("$HOME/.local/bin/xcallback", with: "\(Products.folder)/xcallback")
        try sandbox.write(table + "\n", to: "table")
        let cron = try Child(
            find("unshare", sandbox.environment), ["--mount", "sh", "-c", Self.script, "\(sandbox.path)/table"],
            sandbox.environment)
        try waitForLine("at work")
        withExtendedLifetime(cron) {}
    }
}
