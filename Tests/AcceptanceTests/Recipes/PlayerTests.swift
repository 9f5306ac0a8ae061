import QueryCoding
import RequestRecord
import TestSupport
import Testing

/// Media keys, with a real player on a real session bus.
@Suite(.needs(SessionBus.absence), .needs(programs: "mpv", "playerctl"), .timeLimit(.minutes(1)))
struct PlayerTests {
    private let daemon: RunningDaemon
    private let bus: SessionBus
    private let player: Child
    /// The session of the player.
    private let environment: [String: String]

    init() throws {
        let sandbox = try Recipe.sandbox(["player"])
        try sandbox.routes(try Repository.text("config/routes.d/media.yaml"), "media")
        bus = try SessionBus(sandbox)
        let environment = sandbox.environment.merging(bus.environment) { $1 }
        let silence = ["--loop=inf", "--title=Silence", "av://lavfi:anullsrc"]
        player = try Child(
            find("mpv", environment), ["--no-video", "--ao=null", "--no-terminal"] + silence, environment)
        try wait(for: "the player on the bus") {
            try run("playerctl", ["status"], environment).output == "Playing\n"
        }
        self.environment = environment
        daemon = try RunningDaemon(sandbox, environment: bus.environment)
    }

    private func send(_ url: String, door: Door = .control) throws -> QueryValue {
        let reply = try daemon.reply(to: url, door: door)
        #expect(reply["outcome"] == "success", "\(reply.json)")
        return reply["output"] ?? .null
    }

    private func waitFor(_ question: String, _ answer: String) throws {
        try wait(for: "\(question) to be \(answer)") {
            try run("playerctl", [question], environment).output == "\(answer)\n"
        }
    }

    @Test func `a click pauses the player and lets it play, and a script sets its volume`() throws {
        _ = try send("player:///play-pause", door: .desktop)
        try waitFor("status", "Paused")
        #expect(try send("player:///playing")["result"]?.string?.hasPrefix("Paused: ") == true)
        _ = try send("player:///play-pause", door: .desktop)
        try waitFor("status", "Playing")
        for (percent, volume) in [(5, "0.050000"), (100, "1.000000"), (0, "0.000000")] {
            _ = try send("player:///volume/\(percent)")
            try waitFor("volume", volume)
        }
    }

    @Test func `the media keys without playerctl do the same`() throws {
        _ = try send("media:///play-pause?player=mpv", door: .desktop)
        try waitFor("status", "Paused")
        #expect(try send("media:///playing?player=mpv")["data"] == "Paused")
        _ = try send("media:///volume/42?player=mpv")
        try waitFor("volume", "0.420000")
    }
}
