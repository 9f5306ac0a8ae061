import DispatcherScenarios
import Foundation
import QueryCoding
import RequestRecord

/// The dispatcher of the suites in Scenarios, which run here against the built daemon.
let tested: any Harness.Type = RunningDaemon.self

extension RunningDaemon: Harness {
    static func start(_ fixture: Fixture) throws -> RunningDaemon { try start(fixture, in: Sandbox()) }

    /// Starts a daemon whose opener writes every URL into the file `opened`.
    static func start(_ fixture: Fixture, in sandbox: Sandbox) throws -> RunningDaemon {
        for (name, text) in fixture.routes { try sandbox.routes(text, name) }
        for (name, text) in fixture.files { try sandbox.write(text, to: "\(sandbox.routesFolder)/\(name)") }
        try sandbox.write("", to: "opened")
        try sandbox.program("printf '%s\\n' \"$1\" >> '\(sandbox.path)/opened'", to: "opener")
        try sandbox.settings("opener: [\(sandbox.path)/opener]\n" + fixture.settings)
        return try RunningDaemon(sandbox)
    }

    func answer(_ method: String, _ parameters: QueryValue = .object([]), door: Door = .control) throws -> QueryValue {
        try Connection(connect(door)).call(method, parameters)
    }

    func hasTouched(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(sandbox.path)/home/\(name)")
    }
}
