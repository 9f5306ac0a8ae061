import DispatcherRequests
import XCallbackURL

/// A call that waits for another app: the URLs by which the app answers, and the answer.
struct PendingCall: Sendable {
    /// The one-time token of each kind of answer. An app that knows one cannot make it another.
    let tokens: [CallbackKind: String]
    let outcomes: AsyncStream<Outcome>

    /// The callbacks that the app gets. They end in `?`, so that an app that appends `&a=1` without a look makes a query.
    var callbacks: [CallbackKind: String] {
        tokens.mapValues { "\(BuiltInRoute.scheme.text)://x-callback-url/reply/\($0)?" }
    }

    /// Waits for the answer. Throws 503 when no answer can come any more.
    func answer() async throws(OutcomeError) -> Outcome {
        for await outcome in outcomes { return outcome }
        throw .interrupted
    }
}
