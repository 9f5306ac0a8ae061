import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import RequestRecord
import UnixSystem
import XCallbackURL

/// The user's decisions about requests as they are now: pauses, switches of features, the rules of routes, and who may
/// change the files of routes. A request that waited asks for these decisions again before it goes on.
struct CurrentDecisions: Sendable {
    /// Throws the error of a request that a decision refuses now. Waits for nothing, and looks at no file.
    let check: @Sendable (MatchedRequest) throws(OutcomeError) -> Void
    /// The next change of a decision.
    let nextChange: @Sendable () -> Event

    /// Waits until a decision refuses a request, and returns the error. Returns nil if the task is cancelled first.
    func refusal(of request: MatchedRequest) async -> OutcomeError? {
        while true {
            let change = nextChange()
            do throws(OutcomeError) {
                try check(request)
            } catch {
                return error
            }
            if await change.value() == nil { return nil }
        }
    }

    /// Throws the error of a request that a decision refuses now, and 403 if accounts other than the user and root may
    /// change the file of its route now.
    func checkWithFile(_ request: MatchedRequest) async throws(OutcomeError) {
        let file = request.route.feature?.file
        let fault: String? = if let file { await Self.fault(of: file) } else { nil }
        // A look that was cancelled has seen nothing.
        guard !Task.isCancelled else { throw .interrupted }
        // The request goes on right after this check, not after a look at a file.
        try check(request)
        guard let fault else { return }
        // No agent learns the name of a file.
        throw OutcomeError(
            .refused, "the file of route '\(request.route.name)' is not trusted; 'xcallback check' says why",
            detail: request.received.submission.door == .agent ? nil : fault)
    }

    /// Returns why a file is not trusted; nil for a trusted file, and for a file that cannot be looked at.
    private static func fault(of file: String) async -> String? {
        do {
            try await FileWork.run { try TrustedFiles().check(file) }
            return nil
        } catch {
            return (error as? UntrustedFile)?.description
        }
    }
}
