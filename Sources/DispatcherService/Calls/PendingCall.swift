import DispatcherRequests
import XCallbackURL

/// A call that waits for another app: the URLs by which the app answers.
struct PendingCall: Sendable {
    /// The one-time token of each kind of answer. An app that knows one cannot make it another.
    let tokens: [CallbackKind: String]

    /// The callbacks that the app gets. They end in `?`, so that an app that appends `&a=1` without a look makes a query.
    var callbacks: [CallbackKind: String] {
        tokens.mapValues { "\(BuiltInRoute.scheme.text)://x-callback-url/reply/\($0)?" }
    }
}
