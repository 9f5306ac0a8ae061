import DispatcherMessages
import DispatcherRequests
import Logging
import RequestRecord
import XCallbackURL

extension Dispatcher {
    /// Passes a URL through the steps before a handler, which every request takes, and returns after that.
    ///
    /// The probe shows that a thread takes requests, and that no lock stops them. The probe records
    /// nothing: a restart does not help a disk that stalls.
    func probe() async {
        let submission = Submission(url: Array("xcallback:///ping".utf8), door: .control)
        let received = ReceivedRequest(id: makeID(), submission: submission, table: table, begun: now)
        do throws(OutcomeError) {
            let matched = try MatchedRequest(received, received.parse())
            _ = try Permission(for: matched, token: await TokenFiles.text(for: matched))
        } catch {
            // An error is an answer too.
            logger.warning("the probe of the watchdog failed", metadata: ["error": "\(error)"])
        }
        _ = ledger.with { $0.places.counts }
    }
}
