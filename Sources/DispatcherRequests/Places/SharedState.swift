import DispatcherMessages
package import RequestRecord

/// The state that requests share. This state alone decides which request has a place, a turn, the question or a token:
/// a waiting request is woken only to look at the state, and may look late.
///
/// This value has no clocks, tasks or locks. A function that lets other requests continue returns these requests, and
/// the caller wakes them.
package struct SharedState: Sendable {
    package var places: RequestPlaces
    package var openers: OpenerQueue
    package var questions = QuestionPlace()
    package var calls = CallTokens()
    package var rates = RequestRates()
    package var links = ReturnedLinks()

    package init(limits: RequestLimits, openers: OpenerQueue = OpenerQueue()) {
        places = RequestPlaces(limits: limits)
        self.openers = openers
    }

    /// Whether no request has any state left. Openers still count for their lifetime.
    package var isEmpty: Bool { places.isEmpty && openers.waiting == 0 && questions.isEmpty && calls.isEmpty }

    /// The number of requests of a socket that wait to run, to open their URL, or for the user's answer.
    package func waiting(at door: Door) -> Int {
        places.queued(at: door) + questions.count(at: door)
            // The opener of a callback belongs to a request that has its outcome.
            + openers.waiting(at: door).count { places.isUnfinished($0) }
    }
}
