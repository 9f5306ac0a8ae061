import DispatcherMessages
import QueryCoding
import Testing

/// The types of the replies, against what the built daemon prints: each reads it, and prints the same JSON again.
@Suite(.timeLimit(.minutes(1)))
struct ReplyTests {
    private func start() throws -> RunningDaemon {
        let sandbox = try Sandbox(
            """
            schemes: [notes]
            domains: [n.example]
            routes:
              - {name: show, path: ["/show/{id:int}", /last], input: {id: int?, word: {type: line, default: a}},
                 run: [printf, '{"id":7}'], output: json}
              - {name: fail, path: /fail, run: ["false"]}
            """, as: "notes")
        try sandbox.routes(
            "schemes: any\nenabled: false\nroutes: [{name: look, path: /look, open: \"https://example.org/\"}]\n", "any"
        )
        return try RunningDaemon(sandbox)
    }

    @Test func `the outcome of a URL is read and printed again`() throws {
        let daemon = try start()
        for url in ["notes:///show/7", "notes:///fail", "notes:///shwo", "notes:///show/7?x-success=otherapp://done"] {
            let value = try daemon.reply(to: url)
            #expect(try OutcomeReply(value).value.json == value.json)
        }
        let accepted = try daemon.call("dispatch", ["url": "notes:///last", "wait": false])
        #expect(try AcceptedReply(accepted).value.json == accepted.json)
    }

    @Test func `history is read and printed again, with its details too`() throws {
        let daemon = try start()
        let id = try #require(try daemon.reply(to: "notes:///show/7?x-success=otherapp://done")["id"])
        _ = try daemon.reply(to: "notes:///fail")
        for parameters in [[:], ["id": id]] as [QueryValue] {
            let value = try daemon.call("history", parameters)
            #expect(try HistoryReply(value).value.json == value.json)
        }
        #expect(try HistoryReply(daemon.call("history", ["id": id])).requests.first?.state != nil)
    }

    @Test func `routes, status, feature and reload are read and printed again`() throws {
        let daemon = try start()
        let routes = try daemon.call("routes")
        #expect(try RouteListingReply(routes).value.json == routes.json)
        let status = try daemon.call("status")
        #expect(try StatusReply(status).value.json == status.json)
        for enabled in [false, true] as [QueryValue] {
            let feature = try daemon.call("feature", ["name": "notes", "enabled": enabled])
            #expect(try FeatureReply(feature).value.json == feature.json)
        }
        let loaded = try daemon.call("reload")
        #expect(try ReloadReply(loaded).value.json == loaded.json)
        try daemon.sandbox.routes("routes: 7\n", "wrong")
        let refused = try daemon.call("reload")
        #expect(try ReloadReply(refused).value.json == refused.json)
        #expect(try ReloadReply(refused).refused.count == 1)
    }

    @Test(arguments: [
        "notes:///show/7?word=b&x-success=otherapp://done&x-error=file:///etc",
        "notes:///shwo", "notes:///show/x", "any:///look", "nothing", "notes:///last?a&b=c",
    ])
    func `an explanation is read and printed again`(url: String) throws {
        let value = try start().call("explain", ["url": .string(url)])
        #expect(try ExplanationReply(value).value.json == value.json)
    }
}
