import DispatcherMessages
import RequestRecord
import XCallbackURL

/// The world's record of a request, across all daemons: the replies to its caller, and the actions for it.
struct Life {
    enum Origin: Equatable {
        /// A caller sent the request.
        case caller
        /// Another request opened the URL, which is one of our own, and has the outcome of this request.
        case forward
        /// The request is the callback of another request.
        case callback(CallbackKind)
        /// The request is an app's answer to a call.
        case answer
    }

    let name: String
    let url: String
    let door: Door
    /// The route of the URL; nil for a URL of an app.
    let route: Int?
    let origin: Origin
    /// The request from which this request follows, or which it answers; nil without such a request.
    let parent: String?

    /// The id of the request's row.
    var id: String?
    /// The id of the row of an earlier request with the client's id, whose callback may still be opened; nil without
    /// such a row.
    var earlierID: String?
    /// Whether the closure of that earlier row may still run: both rows are open.
    var earlierMayRun = false
    /// The outcomes that callers were told, each with its step.
    var told: [Told] = []
    /// Whether a caller was told that the request was accepted.
    var isAccepted = false
    /// The number of commands that were started for the request, by the numbers of their routes.
    var starts: [Int: Int] = [:]
    var closures = 0
    /// The callbacks that were opened for the request.
    var opened: [CallbackKind] = []
    var saidYes = false
    var saidNo = false
    var isCancelled = false
    /// Whether an opener for the request failed.
    var hasFailedOpener = false
    /// The kind of the app's answer that was accepted; nil without an accepted answer.
    var answered: CallbackKind?
    /// Whether a daemon recovered the request after an earlier daemon had accepted it.
    var isRecovered = false
    /// Whether the user had agreed to the request and nothing was open for it when its daemon was killed.
    var wasAgreedToAtKill = false
    /// Whether its row says that an answer about another request allows it, and a kill came then.
    var wasGrantedAtKill = false
    /// Whether the request was refused before it had a row, so that its row does not keep the client's id.
    var wasRefused = false
    /// Whether the request was repeated while the first request did not count, so that the repeat may run once more.
    var mayStartAnew = false
    /// Whether the journal lost the records of the request, by a power cut or because they were in memory.
    var isForgotten = false

    /// Whether this life is the other life, or follows from its URL.
    func follows(_ other: Life) -> Bool {
        name.hasPrefix(other.name) && name.dropFirst(other.name.count).allSatisfy(\.isLetter)
    }

    /// Makes this life a new request, because the first request with its client's id does not count.
    mutating func begin() {
        (starts, closures, opened) = ([:], 0, [])
        (isCancelled, hasFailedOpener, mayStartAnew) = (false, false, false)
    }

    struct Told {
        let id: String
        let kind: CallbackKind
        var code: Int?
        var message = ""
        let step: Int
    }
}

/// A request that a caller sent to a daemon.
struct Sent {
    let life: String
    let waits: Bool
    let clientID: String?
    /// Whether the request was sent before, with the same id.
    let isRepeated: Bool
    let step: Int
    /// When the request was sent, in nanoseconds of the simulated clock.
    let time: Int
    /// Whether the request has its answer, or its daemon is gone.
    var isOver = false
}
