import DispatcherCommands
import DispatcherConfiguration
import DispatcherRequests
import XCallbackURL

/// Opens URLs with the apps that they belong to.
struct URLOpener: Sendable {
    let opener: any URLOpening
    let environment: ChildEnvironment

    /// Starts the opener of a URL that leaves a request.
    /// - Returns: Nil if the opener was started, else the reason.
    func open(_ url: OutgoingURL, for context: IncomingRequest) async -> String? {
        let token = context.submission.activation.take()
        let variables = environment.openerVariables(for: context)
        return await opener.open(
            url.text, scheme: url.scheme, command: context.table.settings.opener.command(for: url.scheme),
            environment: variables.all.merging(token) { $1 }, requested: variables.requested.merging(token) { $1 })
    }

    /// Returns the reason why no app would get a URL of a scheme; nil if one would.
    func undeliverableReason(_ scheme: Scheme, for context: IncomingRequest) -> String? {
        opener.undeliverableReason(
            scheme, program: context.table.settings.opener.command(for: scheme).first ?? "",
            environment: environment.variables(for: context))
    }
}
