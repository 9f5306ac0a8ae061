import DesktopEntries
import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import UnixSystem
import XCallbackURL

/// Opens URLs with the apps that have their schemes.
struct URLOpener: Sendable {
    let opener: any URLOpening
    let environment: ChildEnvironment
    let turns: OpenerTurns

    /// Waits until an opener may start. Returns nil if the request is interrupted first.
    func turn(for received: ReceivedRequest) async -> OpenerTurn? {
        await turns.wait(for: received.id, at: received.submission.door)
    }

    /// Starts the opener of a URL whose turn has come.
    func open(_ url: OutgoingURL, for received: ReceivedRequest, _ turn: OpenerTurn) async -> OpenerStart {
        let token = received.submission.activation.give(to: .window)
        let variables = environment.openerVariables(for: received)
        turns.noteStart(of: url)
        // This is a separate task: the opener continues after a cancel, so its start must still be awaited.
        let start = Task(executorPreference: TaskPool.preferred) {
            await opener.open(
                url.text, scheme: url.scheme, by: received.table.settings.opener.command(for: url.scheme),
                environment: variables.all.merging(token) { $1 }, requested: variables.requested.merging(token) { $1 },
                turn: turn)
        }
        let end = await start.value
        // No app has the token, but an earlier command may have started one.
        if case .failed = end { _ = received.submission.activation.give(to: .command) }
        return end
    }

    /// Returns the reason why no app would get a URL of a scheme; nil if an app would get it.
    func undeliverableReason(_ scheme: Scheme, for received: ReceivedRequest) -> String? {
        opener.undeliverableReason(
            scheme, by: received.table.settings.opener.command(for: scheme),
            environment: environment.variables(for: received))
    }
}
