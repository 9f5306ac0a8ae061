import QueryCoding
import TestSupport
import Testing

/// The files in config/, as a user runs them who has copied them.
struct SampleConfigurationTests {
    private static let config = Repository.root + "/config"

    private func start() throws -> RunningDaemon { try RunningDaemon(Sandbox(), arguments: ["--config", Self.config]) }

    @Test(.timeLimit(.minutes(1)))
    func `every file is without a mistake`() throws {
        let ended = try run(
            "\(Products.folder)/xcallbackd", ["--check", "--config", Self.config], Sandbox().environment)
        #expect(ended.status == 0, "\(ended.output)\(ended.errors)")
    }

    @Test(.timeLimit(.minutes(1)))
    func `notes are made, appended to, read and listed`() throws {
        let daemon = try start()
        let replies = try daemon.replies(to: [
            "notes:///create?title=Milk&body=two%20bottles", "notes:///create?title=%24HOME%20%60id%60",
            "notes:///append/1?text=-%20and%20cheese", "notes:///read/1", "notes:///list", "notes:///read/9",
            "notes:///new?title=Eggs",
        ])
        #expect(replies[0]["output"] == ["id": 1])
        #expect(replies[1]["output"] == ["id": 2])
        #expect(replies[2]["outcome"] == "success")
        #expect(replies[3]["output"] == ["result": "# Milk\n\ntwo bottles\n- and cheese"])
        #expect(replies[4]["output"] == ["result": ["Milk", "$HOME `id`"]])
        #expect(replies[5]["error"] == ["code": 4, "message": "there is no note 9"])
        #expect(replies[6]["output"] == ["id": 3])
    }

    @Test(.needs(programs: "dbus-daemon", "busctl"), .timeLimit(.minutes(1)))
    func `media keys ask the real bus, which knows no player here`() throws {
        let sandbox = try Sandbox()
        let bus = try SessionBus(sandbox)
        let daemon = try RunningDaemon(sandbox, arguments: ["--config", Self.config], environment: bus.environment)
        let reply = try daemon.reply(to: "media:///play-pause?player=nobody")
        #expect(reply["error"]?["code"] == 1)
        #expect(reply["error"]?["message"]?.string?.contains("org.mpris.MediaPlayer2.nobody") == true, "\(reply.json)")
    }
}
