import DispatcherService
import Testing

/// The daemon's methods on routes that a Swift program brings.
struct CompiledRouteTests {
    private struct Place: Codable { let x: Double, y: Double? }
    private struct Mark: Codable {
        let id: Int
        let label: String
        let place: Place?
        let tags: [String]?
    }

    private func routes() throws -> [CompiledRoute] {
        let scheme = try #require(Scheme("map"))
        return [
            try CompiledRoute(
                "/mark/{id:int}", in: [.scheme(scheme)], name: "map.mark", summary: "Set a mark",
                handler: RouteHandler { (mark: Mark) in mark }),
            try CompiledRoute(
                "/tally", in: [.scheme(scheme)], name: "map.tally",
                handler: RouteHandler { (counts: [String: Int]) in counts.values.reduce(0, +) }),
        ]
    }

    @Test(.timeLimit(.minutes(5)))
    func `a link to a closure carries its whole input, and the closure reads it back`() async throws {
        let input: QueryValue = [
            "tags": ["a", "b"], "label": "At & home", "id": 7, "place": ["x": .number("1.5"), "y": .number("-2")],
        ]
        let link = "map:///mark/7?label=At%20%26%20home&place.x=1.5&place.y=-2&tags.0=a&tags.1=b"
        let answers = try await EmbeddedDaemon.answers(
            [
                ("link", ["route": "map.mark", "input": input]), ("dispatch", ["url": .string(link)]),
                ("link", ["route": "map.tally", "input": ["b": 2, "a": 1]]),
            ], routes: routes())
        #expect(answers.map { $0["result"]?["url"]?.string } == [link, link, "map:///tally?b=2&a=1"])
        #expect(
            answers[1]["result"]?["output"] == [
                "id": 7, "label": "At & home", "place": ["x": .number("1.5"), "y": .number("-2.0")],
                "tags": ["a", "b"],
            ])
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            (["id": 7], #"Required parameter "label" not found."#),
            (["id": 7, "label": "x", "lable": "y"], #"unknown parameter "lable""#),
            (["id": 7, "label": "x", "place": ["y": 1]], #"Required parameter "place.x" not found."#),
            (["id": "seven", "label": "x"], #"Value for parameter "id" has incorrect type."#),
        ] as [(QueryValue, String)])
    func `a link that the closure would refuse is an error`(input: QueryValue, message: String) async throws {
        let answers = try await EmbeddedDaemon.answers(
            [("link", ["route": "map.mark", "input": input])], routes: routes())
        #expect(answers.first?["error"]?["message"]?.string?.hasPrefix(message) == true, "\(answers)")
    }

    @Test(.timeLimit(.minutes(5)))
    func `routes lists the fields of a closure's input and output`() async throws {
        let answers = try await EmbeddedDaemon.answers([("routes", .object([]))], routes: routes())
        guard case .array(let list)? = answers.first?["result"]?["routes"] else { throw Missing() }
        let mark = list.first { $0["name"] == "map.mark" }
        #expect(
            mark?["input"] == [
                ["name": "id", "type": "int", "optional": false], ["name": "label", "type": "text", "optional": false],
                ["name": "place", "type": "{x: number, y: number?}", "optional": true],
                ["name": "tags", "type": "[text]", "optional": true],
            ])
        // Its output has the type of its input.
        #expect(mark?["output"] == mark?["input"])
        let tally = list.first { $0["name"] == "map.tally" }
        #expect(tally?["output"] == [["name": "result", "type": "int", "optional": false]])
        #expect(mark?["source"] == "compiled in" && mark?["available"] == true)
    }

    @Test(.timeLimit(.minutes(5)))
    func `explain tells the first fault of a closure's input`() async throws {
        let answers = try await EmbeddedDaemon.answers(
            [("explain", ["url": "map:///mark/7"]), ("explain", ["url": "map:///mark/7?label=x"])], routes: routes())
        #expect(answers[0]["result"]?["would"] == "error")
        #expect(answers[0]["result"]?["error"]?["message"] == #"Required parameter "label" not found."#)
        #expect(answers[1]["result"]?["would"] == "run")
    }

    private struct Missing: Error {}

    /// The daemon calls an immediate closure on the thread that serves the sockets, but never one of an actor.
    @MainActor @Test(.timeLimit(.minutes(5)))
    func `a closure of the main actor runs there, even if it is immediate`() async throws {
        let scheme = try #require(Scheme("map"))
        var calls = 0
        let handler = RouteHandler { (mark: Mark) in
            MainActor.assertIsolated()
            calls += 1
            return ["calls": calls]
        }
        let routes = try [true, false].map { isImmediate in
            try CompiledRoute(
                "/\(isImmediate)", in: [.scheme(scheme)], name: "map.\(isImmediate)", isImmediate: isImmediate,
                handler: handler)
        }
        let answers = try await EmbeddedDaemon.answers(
            [
                ("dispatch", ["url": "map:///true?id=1&label=a"]), ("dispatch", ["url": "map:///false?id=1&label=a"]),
                ("link", ["route": "map.true", "input": ["id": 7, "label": "a"]]),
            ], routes: routes)
        #expect(answers.prefix(2).map { $0["result"]?["output"] } == [["calls": 1], ["calls": 2]])
        #expect(answers.last?["result"]?["url"]?.string == "map:///true?id=7&label=a")
        #expect(calls == 2)
    }
}
