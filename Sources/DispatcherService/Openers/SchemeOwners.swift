import DesktopEntries
import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import URLSchemeRouter
import XCallbackURL

/// Finds the owners of the schemes of workers, which other apps may have too.
struct SchemeOwners: Sendable {
    let environment: ChildEnvironment
    let apps: any URLOpening

    /// Looks up the owners that must be known before a request continues.
    func lookUp(for progress: RequestProgress) async {
        // If this task is cancelled, the owners stay unknown, and the end of the request looks them up.
        guard let search = search(for: progress), let found = try? await FileWork.run(search) else { return }
        progress.received.note(found)
    }

    /// Looks up the same owners on this thread, which may wait for files.
    func lookUpHere(for progress: RequestProgress) {
        if let search = search(for: progress) { progress.received.note(search()) }
    }

    private func search(for progress: RequestProgress) -> (@Sendable () -> [Scheme: SchemeOwner])? {
        let (schemes, received) = (progress.schemesToLookUp, progress.received)
        guard !schemes.isEmpty else { return nil }
        return search(schemes, under: received.table.settings, in: environment.variables(for: received))
    }

    /// Whether a call is for the daemon's own routes, and not for an app that has the scheme of a worker.
    func staysInside(_ url: XCallbackURL, _ received: ReceivedRequest) async -> Bool {
        let table = received.table
        guard table.routes.owns(url) else { return false }
        guard table.contestableSchemes.contains(url.scheme) else { return true }
        let search = search([url.scheme], under: table.settings, in: environment.variables(for: received))
        let owner = (try? await FileWork.run(search))?[url.scheme]
        return owner == .us || owner == .nobody
    }

    /// Returns the owners of the schemes of a link's callbacks.
    func of(_ callbacks: Callbacks, in table: DispatchTable) async -> [Scheme: SchemeOwner] {
        let schemes = Set(CallbackKind.allCases.compactMap { callbacks[$0]?.scheme })
            .intersection(table.contestableSchemes)
        guard !schemes.isEmpty else { return [:] }
        let search = search(schemes, under: table.settings, in: environment.variables(under: table.settings))
        return (try? await FileWork.run(search)) ?? [:]
    }

    /// Returns a search of the desktop's files for the programs that get the URLs of some schemes.
    private func search(
        _ schemes: Set<Scheme>, under settings: Settings, in variables: [String: String]
    ) -> @Sendable () -> [Scheme: SchemeOwner] {
        { [apps] in
            Dictionary(
                uniqueKeysWithValues: schemes.map { scheme in
                    let command = settings.opener.command(for: scheme)
                    return (scheme, apps.owner(of: scheme, by: command, environment: variables))
                })
        }
    }
}
