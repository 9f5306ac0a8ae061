import Glibc
import QueryCoding
import Testing

/// A magnet link, with a real transmission-daemon on its usual port, in a network that has nothing else.
@Suite(.timeLimit(.minutes(1)))
struct MagnetTests {
    @Test(.needs(Self.absence))
    func `the torrent is added, with its name, and not started`() throws {
        let sandbox = try Recipe.sandbox(["magnet"])
        let script = "exec unshare --net sh -c 'ip link set lo up && exec \"$@\"' sh \"$@\""
        let daemon = try RunningDaemon(
            sandbox, launcher: ["/bin/sh", "-c", script, "sh", "\(Products.folder)/xcallbackd"])
        let network = ["--net=/proc/\(daemon.pid)/ns/net", "--"]
        let transmission = try Child(
            find("nsenter", sandbox.environment),
            network + [
                "transmission-daemon", "--foreground", "--config-dir", "\(sandbox.path)/transmission", "--no-portmap",
                "--no-dht", "--no-lpd", "--no-utp", "--download-dir", "\(sandbox.path)/home",
                // As Debian's package sets them.
                "--auth", "--username", "transmission", "--password", "transmission",
            ], sandbox.environment)
        func remote(_ option: String...) throws -> Ended {
            let command = ["transmission-remote", "--auth", "transmission:transmission"] + option
            return try run("nsenter", network + command, sandbox.environment)
        }
        try wait(for: "transmission") { try remote("--list").status == 0 }
        let link = "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=A%20%26%20B"
        let reply = try daemon.reply(to: link + "&tr=udp%3A%2F%2F127.0.0.1%3A9")
        #expect(reply["outcome"] == "success", "\(reply.json)")
        let listed = try remote("--list").output
        #expect(listed.contains("A & B") && listed.contains("Stopped"), "\(listed)")
        withExtendedLifetime(transmission) {}
    }

    /// Why there is no server, or no network for it; nil if there is.
    private static let absence: String? = {
        guard geteuid() == 0 else { return "needs root" }
        let lack = lack(of: ["transmission-daemon", "transmission-remote", "unshare", "nsenter", "ip"])
        let isPossible = succeeds("unshare", "--net", "ip", "link", "set", "lo", "up")
        return lack ?? (isPossible ? nil : "no network can be made here")
    }()
}
