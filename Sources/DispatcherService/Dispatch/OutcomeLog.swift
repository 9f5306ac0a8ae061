import DispatcherConfiguration
import DispatcherMessages
import DispatcherRequests
import Logging
import RequestRecord
import UnixSystem
import XCallbackURL

/// Logs the outcomes of requests.
struct OutcomeLog: Sendable {
    let logger: Logger
    let ledger: RequestLedger
    let clock: Timestamp.Clock

    /// Logs the end of a request, without the value of a parameter: at the default level if no callback reports its
    /// error, or if its feature has `log`. In a flood of refused requests, the surplus is only counted. The others are
    /// logged with their messages.
    func write(_ conclusion: Conclusion, isReported: Bool) {
        let received = conclusion.progress.received
        let isLogged = conclusion.progress.isLogged
        var omitted: Int? = 0
        if !isLogged, !isReported, case .error(let error) = conclusion.outcome {
            if conclusion.standing != .accepted {
                let (door, now) = (received.submission.door, clock())
                omitted = ledger.with { $0.rates.admitLine(error.code, at: door, now: now) }
            }
        } else if !isLogged {
            omitted = nil
        }
        // The metadata is made only for a line that is logged. A program's own logger may change its level.
        let level = logger.logLevel
        guard level <= .info || level <= .notice && omitted != nil else { return }
        var metadata = metadata(of: conclusion)
        if let omitted, omitted > 0 { metadata["omitted"] = "\(omitted)" }
        // The message for a URL without a route contains the path of the URL.
        if conclusion.standing != .accepted, received.table.settings.history.inputs, let error = conclusion.writtenError
        {
            metadata["message"] = "\(Printable.logged(error.message, limit: 512))"
        }
        if isLogged {
            logger.notice("request", metadata: metadata)
        } else if omitted != nil {
            logger.notice("a request failed, and no callback reports it", metadata: metadata)
        }
        guard level <= .info else { return }
        if let error = conclusion.writtenError {
            metadata["message"] = "\(Printable.logged(error.message, limit: 512))"
            if let detail = error.detail { metadata["detail"] = "\(Printable.logged(detail, limit: 512))" }
        }
        if let hint = conclusion.progress.nearMisses.first {
            metadata["hint"] = "\(Printable.logged(hint, limit: 256))"
        }
        logger.info("request ended", metadata: metadata)
    }

    private func metadata(of conclusion: Conclusion) -> Logger.Metadata {
        let received = conclusion.progress.received
        let milliseconds = Int(clock().since(received.begun) / .milliseconds(1))
        var metadata: Logger.Metadata = [
            "id": "\(received.id)", "door": "\(received.submission.door.rawValue)",
            "route": "\(conclusion.progress.routeName ?? "-")",
            "outcome": "\(conclusion.outcome.kind.rawValue)", "milliseconds": "\(milliseconds)",
        ]
        if let peer = received.submission.peer {
            metadata["peer"] = "\(peer)"
            metadata["app"] = peer.app.map { "\(Printable.logged($0, limit: 128))" }
        }
        if case .error(let error) = conclusion.outcome { metadata["code"] = "\(error.code)" }
        return metadata
    }
}
