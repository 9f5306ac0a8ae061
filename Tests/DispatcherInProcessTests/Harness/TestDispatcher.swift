import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import DispatcherScenarios
import Glibc
import RequestRecord
import TestSupport
import Testing
import UnixSystem

@testable import DispatcherService

/// The dispatcher of the suites in Scenarios, which run here without a process.
let tested: any Harness.Type = TestDispatcher.self

/// A dispatcher in memory: no socket, no process, no file but those of its configuration. Its clock, its commands and its
/// apps are stand-ins that a test can ask and set.
final class TestDispatcher: Harness {
    let dispatcher: Dispatcher
    let clock: TestClock
    let commands: CommandStandIn
    let apps: AppStandIn
    let answerer: LineAnswerer
    private let folder: TemporaryFolder
    private let work: BackgroundWork

    static func start(_ fixture: Fixture) async throws -> TestDispatcher { try await TestDispatcher(fixture) }

    /// - Parameters:
    ///   - compiled: The routes of the program.
    ///   - rest: The time between the questions of two requests.
    init(
        _ fixture: Fixture, compiled: [CompiledRoute] = [], journal limits: JournalLimits = JournalLimits(),
        rest: Duration = .zero
    ) async throws {
        folder = try TemporaryFolder()
        for place in ["home", "bin", "config/routes.d"] { try folder.makeFolder(place) }
        for program in ["notify-send", "loginctl"] {
            try folder.write("#!/bin/sh\n", to: "bin/\(program)")
            chmod("\(folder.path)/bin/\(program)", 0o700)
        }
        try folder.write(fixture.settings, to: "config/config.yaml")
        for (name, text) in fixture.routes { try folder.write(text, to: "config/routes.d/\(name).yaml") }
        for (name, text) in fixture.files {
            try folder.write(text, to: "config/routes.d/\(name)")
            // Another test of this process may have another umask, and others must not write a token.
            chmod("\(folder.path)/config/routes.d/\(name)", 0o600)
        }
        let files = ConfigurationFolder(path: "\(folder.path)/config")
        let configuration = Configuration.load(files)
        try #require(configuration.mistakes.map(\.description) == [])
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let clock = TestClock()
        let background = BackgroundWork()
        let tables = try TableKeeper(configuration: configuration, compiled: compiled.map(\.route), logger: quiet)
        (commands, apps) = (CommandStandIn(), AppStandIn())
        dispatcher = Dispatcher(
            tables: tables, features: FeatureSwitches(state: nil, logger: quiet),
            grants: Grants(state: nil, logger: quiet),
            journal: await Journal.inMemory(bootID: "", clock: { clock.now }, limits: limits), work: background,
            environment: ["PATH": "\(folder.path)/bin:/usr/bin:/bin", "HOME": "\(folder.path)/home"], logger: quiet,
            commands: commands, apps: apps, clock: { clock.now }, rest: rest)
        self.clock = clock
        let reloader = Reloader(
            tables: tables, notifier: ServiceNotifier(environment: [:]), logger: quiet, since: clock.now,
            load: { Configuration.load(files) })
        answerer = LineAnswerer(dispatcher, methods: MethodTable(dispatcher, reloader: reloader))
        background.begin()
        work = background
    }

    deinit { work.interrupt() }

    /// The path of a file of routes, by its name without the ending.
    func file(_ name: String) -> String { "\(folder.path)/config/routes.d/\(name).yaml" }

    /// Replaces a file of routes, and loads it.
    func reload(_ name: String, _ routes: String) async throws {
        try folder.write(routes, to: "config/routes.d/\(name).yaml")
        let reply = try await answer("reload", .object([]), door: .control)["result"]
        try #require(reply?["refused"] == [])
    }

    /// A connection to it.
    /// - Parameters:
    ///   - rest: How long it puts off what is left after a turn of the event loop.
    ///   - idlePeriod: After how long it is closed when idle; nil for the time of its socket.
    func connect(
        _ door: Door = .control, rest: Duration = .zero, idlePeriod: Duration? = nil
    ) async throws -> TestConnection {
        try await TestConnection(to: self, at: door, rest: rest, idlePeriod: idlePeriod)
    }

    /// The requests of the history, newest first.
    func history() async throws -> [QueryValue] {
        let answer = try await answer("history", ["limit": 10_000], door: .control)
        return answer["result"]?["requests"]?.elements ?? []
    }

    func replies(toBytes bytes: [UInt8], door: Door) async throws -> [QueryValue] {
        let connection = try await connect(door)
        let end = UInt8(ascii: "\n")
        try await connection.send(bytes.last == end ? bytes : bytes + [end])
        connection.finish()
        return try await connection.rest()
    }

    func answer(_ method: String, _ parameters: QueryValue, door: Door) async throws -> QueryValue {
        let request = RPCRequest(id: 1, method: method, parameters: parameters)
        guard let answer = try await replies(toBytes: Array(request.json.utf8), door: door).first else {
            throw Failure("no answer to \(method)")
        }
        return answer
    }

    func hasTouched(_ name: String) -> Bool { commands.touched.contains(name) }
}
