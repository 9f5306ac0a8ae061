import DispatcherRequests
import UnixSystem
import XCallbackURL

extension CurrentDecisions {
    /// The decisions of the latest table, of the pauses and of the switches.
    init(
        tables: TableKeeper, pauses: SocketPauses, availability: FeatureAvailability, clock: @escaping Timestamp.Clock
    ) {
        check = { request throws(OutcomeError) in
            if let pause = pauses.current(of: request.received.submission.door, at: clock()) { throw pause.refusal }
            try availability.checkSwitch(of: request.currentRoute(in: tables.table).feature)
        }
        nextChange = { tables.nextChange }
    }
}
