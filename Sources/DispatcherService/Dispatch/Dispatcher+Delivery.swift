import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import Logging
import URLSchemeRouter
import UnixSystem
import XCallbackURL

extension Dispatcher {
    /// Writes the outcome down, claims the callback, opens it, and makes the reply.
    func conclude(_ request: Request, _ decided: Outcome) async -> OutcomeReply {
        let (outcome, delivery) = request.delivery(of: decided)
        await recorder.conclude(request, outcome, delivery)
        calls.settle(request.id)
        let isFirst = ledger.end(request.id)
        var report: CallbackReport?
        if isFirst, let delivery { report = await deliver(delivery, of: request) }
        let isTold = report?.state == .opened || report?.state == .dispatched
        log(request, outcome, isTold: isTold)
        if case .error(let error) = outcome, request.submission.door == .desktop, !isTold,
            request.table.settings.notifications
        {
            notifier.tell(error, of: request, environment: childEnvironment(request.submission.environment, also: []))
        }
        return OutcomeReply(
            id: request.id.description, url: request.given, route: request.match?.entry.name,
            outcome: outcome, callback: report)
    }

    /// Sends a callback on its way, once.
    func deliver(_ delivery: Delivery, of request: Request) async -> CallbackReport {
        let departure: Departure
        switch delivery.way {
        case .refuse(let reason): return CallbackReport(url: delivery.url, state: .refused, reason: reason)
        case .leave(let way): departure = way
        }
        guard ledger.claim(request.id), await recorder.claim(request) else {
            return CallbackReport(url: delivery.url, state: .failed, reason: "its claim could not be recorded")
        }
        let report = await send(departure, delivery.url, of: request)
        await recorder.settle(request, report)
        return report
    }

    private func send(_ departure: Departure, _ url: String, of request: Request) async -> CallbackReport {
        switch departure {
        case .dispatch(let next):
            let id = RequestID()
            do throws(OutcomeError) {
                try ledger.accept(id)
                // Before the callback is said to be on its way: killed in between, it is run at the next start.
                try await record(id, next)
            } catch {
                return CallbackReport(url: url, state: .failed, reason: error.message)
            }
            work.start { _ = await self.run(id, next, isRecorded: true) }
            return CallbackReport(url: url, state: .dispatched)
        case .open(let outgoing):
            let reason = await hand(outgoing, request)
            return CallbackReport(url: url, state: reason == nil ? .opened : .failed, reason: reason)
        }
    }

    /// Gives a URL to the app that opens it. Nil if its opener was started, else why not.
    func hand(_ url: OutgoingURL, _ request: Request) async -> String? {
        await opener.open(
            url, command: request.table.settings.opener.command(for: url.scheme),
            environment: childEnvironment(request.submission.environment, also: []),
            requested: request.submission.environment)
    }

    func childEnvironment(_ requested: [String: String], also extra: [String]) -> [String: String] {
        SessionEnvironment.child(
            of: environment, request: requested, alsoAllowing: table.settings.environment + extra)
    }

    /// An error that no callback tells is told here at the default level, and every request of a feature with `log`;
    /// without a word that the URL brought.
    private func log(_ request: Request, _ outcome: Outcome, isTold: Bool) {
        let milliseconds = Int(Timestamp.now.since(request.begun) / .milliseconds(1))
        var metadata: Logger.Metadata = [
            "id": "\(request.id)", "door": "\(request.submission.door.rawValue)",
            "route": "\(request.match?.entry.name ?? "-")", "outcome": "\(outcome.kind.rawValue)",
            "milliseconds": "\(milliseconds)",
        ]
        if case .error(let error) = outcome { metadata["code"] = "\(error.code)" }
        if request.match?.entry.payload.feature?.isLogged ?? false {
            logger.notice("request", metadata: metadata)
        } else if case .error = outcome, !isTold {
            logger.notice("a request failed, and nobody was called back", metadata: metadata)
        }
        if case .error(let error) = outcome {
            metadata["message"] = "\(Printable.line(error.message, limit: 512))"
            if let detail = error.detail { metadata["detail"] = "\(Printable.line(detail, limit: 512))" }
        }
        if let hints = request.nearMisses.first { metadata["hint"] = "\(Printable.line(hints, limit: 256))" }
        logger.info("request ended", metadata: metadata)
    }
}
