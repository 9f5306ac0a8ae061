import DispatcherMessages

/// What requests share. It alone knows who has a place, a turn, the question or a token: a request that waits is woken only to
/// look here, and may look late.
///
/// It is a value without clocks, tasks and locks. The functions that let others go on return them, to be woken.
package struct SharedState: Sendable {
    package var places: RequestPlaces
    package var openers: OpenerQueue
    package var questions = QuestionPlace()
    package var calls = CallTokens()
    package var rates = RequestRates()

    package init(limits: RequestLimits, openers: OpenerQueue = OpenerQueue()) {
        places = RequestPlaces(limits: limits)
        self.openers = openers
    }

    /// Whether nothing is left of any request. Openers count for their lifetime all the same.
    package var isEmpty: Bool { places.isEmpty && openers.waiting == 0 && questions.isEmpty && calls.isEmpty }
}

/// A request that waits for a turn: to run, or to have its question shown.
struct QueuedRequest: Sendable, Hashable {
    let id: RequestID
    let route: String
    let door: Door
}
