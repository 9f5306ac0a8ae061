import DesktopEntries
import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import URLSchemeRouter
import XCallbackURL

/// Finds the owners of the schemes of workers, which other apps may have too.
struct SchemeOwners: Sendable {
    let environment: ChildEnvironment
    let opener: URLOpener

    /// Looks up the owners that must be known before a request continues.
    func lookUp(for progress: RequestProgress) async {
        let (schemes, received) = (progress.schemesToLookUp, progress.received)
        guard !schemes.isEmpty else { return }
        let variables = environment.variables(for: received)
        // If this task is cancelled, the owners stay unknown, and the end of the request looks them up.
        guard let found = await owners(of: schemes, under: received.table.settings, in: variables) else { return }
        received.note(found)
    }

    /// Looks up the same owners on this thread, which may wait for files.
    func lookUpHere(for progress: RequestProgress) {
        let (schemes, received) = (progress.schemesToLookUp, progress.received)
        guard !schemes.isEmpty else { return }
        let variables = environment.variables(for: received)
        received.note(opener.owners(of: schemes, under: received.table.settings, in: variables))
    }

    /// Whether a call is for the daemon's own routes, and not for an app that has the scheme of a worker.
    func staysInside(_ url: XCallbackURL, _ received: ReceivedRequest) async -> Bool {
        guard received.table.routes.owns(url) else { return false }
        let scheme = url.scheme
        guard received.table.contestableSchemes.contains(scheme) else { return true }
        let variables = environment.variables(for: received)
        let owner = await owners(of: [scheme], under: received.table.settings, in: variables)?[scheme]
        return owner == .us || owner == .nobody
    }

    /// Returns the owners of the schemes of a link's callbacks.
    func of(_ callbacks: Callbacks, in table: DispatchTable) async -> [Scheme: SchemeOwner] {
        let schemes = Set(CallbackKind.allCases.compactMap { callbacks[$0]?.scheme })
            .intersection(table.contestableSchemes)
        guard !schemes.isEmpty else { return [:] }
        return await owners(
            of: schemes, under: table.settings, in: environment.variables(under: table.settings)) ?? [:]
    }

    /// Returns nil if the task is cancelled.
    private func owners(
        of schemes: Set<Scheme>, under settings: Settings, in variables: [String: String]
    ) async -> [Scheme: SchemeOwner]? {
        try? await FileWork.run { opener.owners(of: schemes, under: settings, in: variables) }
    }
}
