import DispatcherConfiguration
import DispatcherMessages
import RequestRecord
import TestSupport
import Testing
import URLSchemeRouter
import UnixSystem

@testable import DispatcherRequests

/// The tokens of calls, in every order of what two calls, their apps and a stop do.
struct CallTokensTests {
    private enum Phase: Hashable {
        case absent, waits, answered, over
    }

    private struct Call: Hashable {
        var phase = Phase.absent
        /// Whether the request that brought the answer waits.
        var isReplied = false
    }

    private struct World {
        var tokens = CallTokens()
        var calls = [Call(), Call()]
        var isInterrupted = false
        var fault: String?
    }

    private typealias Step = Exploration<World>.Step

    private static func call(_ index: Int) throws -> AppCall {
        let folder = try TemporaryFolder()
        try folder.makeFolder("routes.d")
        let configuration = Configuration.load(ConfigurationFolder(path: folder.path))
        let table = try DispatchTable(configuration: configuration, compiled: [])
        let submission = Submission(url: Array("app:go".utf8), door: .control)
        let received = ReceivedRequest(id: id(index), submission: submission, table: table, begun: .now)
        return try AppCall(received, received.parse())
    }

    private static func id(_ index: Int) -> RequestID { RequestID(recorded: "c\(index)") }
    private static func replier(_ index: Int) -> RequestID { RequestID(recorded: "a\(index)") }
    private static func token(_ kind: CallbackKind, _ index: Int) -> String { "\(kind)-\(index)" }

    private func answer(_ kind: CallbackKind, _ index: Int) -> Step {
        Step(name: "\(kind) to \(index)") { world in
            var world = world
            let call = world.tokens.take(Self.token(kind, index), from: Self.replier(index), .success)
            guard (call != nil) == (world.calls[index].phase == .waits && !world.isInterrupted) else {
                world.fault = "an answer was taken that is not waited for, or lost"
                return world
            }
            guard call != nil else { return nil }
            world.calls[index] = Call(phase: .answered, isReplied: true)
            return world
        }
    }

    private func steps(of index: Int) throws -> [Step] {
        let call = try Self.call(index)
        let tokens = Dictionary(uniqueKeysWithValues: CallbackKind.allCases.map { ($0, Self.token($0, index)) })
        return CallbackKind.allCases.map { answer($0, index) } + [
            Step(name: "begin \(index)") { world in
                var world = world
                guard world.calls[index].phase == .absent else { return nil }
                let isBegun = (try? world.tokens.begin(call, by: tokens, limit: 1)) != nil
                let isFree = !world.calls.contains { $0.phase == .waits }
                if isBegun != (isFree && !world.isInterrupted) { world.fault = "the limit does not hold" }
                guard isBegun else { return nil }
                world.calls[index].phase = .waits
                return world
            },
            Step(name: "conclude \(index)") { world in
                var world = world
                guard world.calls[index].phase != .absent else { return nil }
                let isAnswered = world.tokens.conclude(Self.id(index)) != nil
                if isAnswered != (world.calls[index].phase == .answered) {
                    world.fault = "an answer is lost, or counts twice"
                }
                world.calls[index].phase = .over
                return world
            },
            Step(name: "the outcome of \(index) is written down") { world in
                var world = world
                guard world.calls[index].phase == .over else { return nil }
                let repliers = world.tokens.endReply(to: Self.id(index))
                if repliers.isEmpty == world.calls[index].isReplied { world.fault = "the app waits for ever" }
                world.calls[index].isReplied = false
                return world
            },
        ]
    }

    @Test func `an answer is taken once, while its call waits, and is the outcome of the call`() throws {
        let interrupt = Step(name: "interrupt") { world in
            var world = world
            guard !world.isInterrupted else { return nil }
            let called = world.tokens.interrupt()
            if called.count != world.calls.count(where: { $0.phase == .waits }) {
                world.fault = "a call waits for ever"
            }
            world.isInterrupted = true
            return world
        }
        // The rest of the state follows from these.
        let key = { (world: World) in AnyHashable([AnyHashable(world.calls), world.isInterrupted, world.fault]) }
        let exploration = Exploration<World>(key: key, steps: try steps(of: 0) + steps(of: 1) + [interrupt]) { world in
            if let fault = world.fault { return fault }
            for (index, call) in world.calls.enumerated() {
                let isReplying = world.tokens.isReplying(Self.replier(index), to: Self.id(index))
                if isReplying != call.isReplied { return "the app of \(index) waits, or does not" }
                if world.tokens.waits(Self.id(index)), call.phase != .waits { return "\(index) waits" }
            }
            let isOver = world.calls.allSatisfy { [.absent, .over].contains($0.phase) && !$0.isReplied }
            return isOver && !world.tokens.isEmpty ? "something is left" : nil
        }
        #expect(try exploration.visit(from: World()) > 30)
    }
}
