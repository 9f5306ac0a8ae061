import DispatcherMessages
import XCallbackURL

/// What the world knows of a request, over all daemons: what its caller was told, and what was done for it.
struct Life {
    enum Origin: Equatable {
        /// A caller sent it.
        case caller
        /// It is a URL of our own that another one opened, and whose outcome that one has.
        case forward
        /// It is the callback of another one.
        case callback(CallbackKind)
        /// It brings an app's answer to a call.
        case answer
    }

    let name: String
    let url: String
    let door: Door
    /// The route of its URL; nil for an app's.
    let route: Int?
    let origin: Origin
    /// The request from which it follows, or which it answers; nil for none.
    let parent: String?

    /// The id of its row.
    var id: String?
    /// The id of the row of an earlier request with the client's id, whose callback may still be opened; nil for none.
    var earlierID: String?
    /// The outcomes that callers were told, with the step at which it happened.
    var told: [Told] = []
    /// Whether a caller was told that it was accepted.
    var isAccepted = false
    /// How often the commands of routes were started for it, by their numbers.
    var starts: [Int: Int] = [:]
    var closures = 0
    /// How often a callback was opened for it, and which.
    var opened: [CallbackKind] = []
    var saidYes = false
    var saidNo = false
    var isCancelled = false
    /// Whether an opener for it failed.
    var hasFailedOpener = false
    /// Whether the app's answers to it were accepted: what the app was told.
    var answered: CallbackKind?
    /// Whether a daemon took it up that did not accept it.
    var isRecovered = false
    /// Whether everything about it was settled when its daemon was killed, after the user had said yes.
    var wasAgreedToAtKill = false
    /// Whether it was refused before it had a row, so that its row does not keep the client's id.
    var wasRefused = false
    /// Whether it was repeated while the first one did not count, so that it may run once more.
    var mayStartAnew = false
    /// Whether the journal lost what it had recorded: by a power cut, or because it was in memory.
    var isForgotten = false

    /// Whether it is a life, or follows from its URL.
    func follows(_ other: Life) -> Bool {
        name.hasPrefix(other.name) && name.dropFirst(other.name.count).allSatisfy(\.isLetter)
    }

    /// It is another request, because the first one of its client's id does not count.
    mutating func begin() { (starts, closures, opened, hasFailedOpener, mayStartAnew) = ([:], 0, [], false, false) }

    struct Told {
        let id: String
        let kind: CallbackKind
        var code: Int?
        var message = ""
        let step: Int
    }
}

/// What a caller sent to a daemon.
struct Sent {
    let life: String
    let waits: Bool
    let clientID: String?
    /// Whether it was sent before, with the same id.
    let isRepeated: Bool
    let step: Int
    /// Whether it has its answer, or its daemon is gone.
    var isOver = false
}
