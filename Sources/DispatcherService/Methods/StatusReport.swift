import DesktopEntries
import DispatcherConfiguration
import DispatcherMessages
import Glibc
import NIOPosix
import QueryCoding
import XCallbackURL

/// The daemon's own state, as `status` shows it.
struct StatusReport {
    let dispatcher: Dispatcher
    let reloader: Reloader

    func value() async -> QueryValue {
        let table = dispatcher.table
        let counts = dispatcher.ledger.counts
        return [
            "version": .string(PackageVersion.text),
            "pid": .integer(getpid()),
            "since": .string(reloader.since),
            "routes": .integer(table.names.count),
            "files": .array(table.configuration.files.map(Self.file)),
            "requests": [
                "running": .integer(counts.running), "waiting": .integer(counts.waiting),
                "total": .integer(counts.total),
            ],
            "callbacks": ["uncertain": 0],
            "journal": "memory",
            "opener": .array(table.settings.opener.standard.map { .string($0) }),
            "prompt": table.settings.prompt.map { .array($0.map { .string($0) }) } ?? "auto",
            "features": .array(await features(table)),
            "schemes": .array(await schemes(table)),
        ]
    }

    private static func file(_ file: Configuration.File) -> QueryValue {
        [
            "path": .string(file.path), "state": .string(file.state.rawValue),
            "mistakes": .array(file.mistakes.map { .string("\($0)") }),
        ]
    }

    private func features(_ table: DispatchTable) async -> [QueryValue] {
        let obstacles = await dispatcher.obstacles(in: table)
        return table.configuration.features.map { FeatureReport.value(of: $0.name, obstacle: obstacles[$0.name]) }
    }

    /// Each scheme of the table, and whether the desktop hands it to us.
    private func schemes(_ table: DispatchTable) async -> [QueryValue] {
        let environment = dispatcher.childEnvironment([:], also: [])
        var values: [QueryValue] = []
        for scheme in DispatchTable.schemes(of: table.configuration) {
            // Where the desktop cannot be asked it does not hand us anything either.
            let handler: SchemeHandler?? = try? await NIOThreadPool.singleton.runIfActive {
                try SchemeHandlers(environment: environment).handler(of: scheme)
            }
            values.append([
                "scheme": .string(scheme.text), "registered": .bool(handler??.identifier == DesktopEntry.identifier),
            ])
        }
        return values
    }
}
