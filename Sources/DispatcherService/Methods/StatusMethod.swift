import DesktopEntries
import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Glibc
import QueryCoding
import XCallbackURL

/// `status`: the daemon's own state.
struct StatusMethod: ResultMethod {
    static let name = "status"
    let dispatcher: Dispatcher
    /// When the daemon started.
    let since: String

    func result(_ parameters: inout MethodParameters, for caller: MethodCaller) async throws(RPCError) -> QueryValue {
        try parameters.finish()
        let table = dispatcher.table
        let counts = dispatcher.ledger.counts
        return [
            "version": .string(PackageVersion.text),
            "pid": .integer(getpid()),
            "since": .string(since),
            "routes": .integer(table.names.count),
            "files": .array(table.configuration.files.map(Self.file)),
            "requests": [
                "running": .integer(counts.running), "waiting": .integer(counts.waiting),
                "total": .integer(counts.total),
            ],
            "callbacks": ["uncertain": await uncertainCallbacks()],
            "journal": .string(Self.text(await dispatcher.recorder.journal.status)),
            "recovered": .object(
                dispatcher.recovered.counts.map { QueryValue.Member($0.name, .integer($0.count)) }),
            "opener": .array(table.settings.opener.standard.map { .string($0) }),
            "prompt": table.settings.prompt.map { .array($0.map { .string($0) }) } ?? "auto",
            "features": .array(await features(table)),
            "workers": .array(WorkerListing.values(of: table)),
            "schemes": .array(schemes(table)),
        ]
    }

    /// Null if the journal cannot be read.
    private func uncertainCallbacks() async -> QueryValue {
        guard let count = try? await dispatcher.recorder.journal.uncertainCallbacks() else { return .null }
        return .integer(count)
    }

    private static func text(_ journal: JournalStatus) -> String {
        switch journal {
        case .file(let path): path
        case .memory: "memory"
        case .standIn(let error): "memory: \(error)"
        case .closed: "closed"
        }
    }

    private static func file(_ file: Configuration.File) -> QueryValue {
        [
            "path": .string(file.path), "state": .string(file.state.rawValue),
            "mistakes": .array(file.mistakes.map { .string("\($0)") }),
        ]
    }

    private func features(_ table: DispatchTable) async -> [QueryValue] {
        let reasons = await dispatcher.unavailableReasons(in: table)
        return table.configuration.features.map { FeatureReport.value(of: $0.name, unavailable: reasons[$0.name]) }
    }

    /// The schemes of the table, and whether we are the desktop's handler of each.
    private func schemes(_ table: DispatchTable) -> [QueryValue] {
        // Without a home there are no files that could name us.
        let handlers = try? SchemeHandlers(environment: dispatcher.environment.variables(under: table.settings))
        return DispatchTable.schemes(of: table.configuration).map { scheme in
            let handler = handlers?.handler(of: scheme)
            return [
                "scheme": .string(scheme.text), "registered": .bool(handler?.identifier == DesktopEntry.identifier),
            ]
        }
    }
}
