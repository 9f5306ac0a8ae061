import DispatcherCommands
import DispatcherConfiguration
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Logging
import URLSchemeRouter
import UnixSystem
import XCallbackURL

extension Dispatcher {
    /// Writes the outcome down, claims the callback, opens it, and makes the reply.
    func end(_ admission: Admission, _ ended: EndedRequest) async -> OutcomeReply {
        let progress = ended.progress
        var (outcome, delivery) = progress.delivery(of: ended.outcome)
        let redaction = Redaction(of: progress, next: delivery?.url)
        await record(admission, ended, outcome, &delivery, redaction)
        admission.markRecorded(isEnd: true)
        calls.resumeReplier(of: admission.context.id)
        let isFirst = admission.markEnded()
        var report: CallbackReport?
        if isFirst, let delivery { report = await deliver(delivery, of: progress, admission) }
        let isReported = report?.state == .opened || report?.state == .dispatched
        let written = redaction.outcome(outcome)
        log(progress, written, isReported: isReported)
        if !isReported || ended.isPromptFailure { notify(of: written, progress) }
        return OutcomeReply(
            id: admission.context.id.description, url: admission.context.given,
            route: progress.matched?.match.entry.name, outcome: outcome, callback: report
        ).disclosed(at: admission.context.submission.door)
    }

    /// Writes down the outcome of a request. Of those that were refused, a flood is not written down, and on the desktop
    /// socket its callbacks are not opened, since no claim of theirs is written down.
    private func record(
        _ admission: Admission, _ ended: EndedRequest, _ outcome: Outcome, _ delivery: inout Delivery?,
        _ redaction: Redaction
    ) async {
        let door = admission.context.submission.door
        let isAccepted = admission.isRecorded
        let isRefusal = ended.isFailure && !isAccepted
        if isRefusal, !refusals.admit(at: door, now: now) {
            if door == .desktop { delivery?.way = .refuse("too many requests were refused") }
            guard delivery?.leaves ?? false else { return }
        }
        await recorder.recordEnd(
            of: ended.progress, outcome, delivery, redaction, isAccepted: isAccepted,
            isShortened: isRefusal && !(delivery?.leaves ?? false))
    }

    /// Sends a callback on its way, once.
    func deliver(
        _ delivery: Delivery, of progress: RequestProgress, _ admission: Admission
    ) async -> CallbackReport {
        let departure: Departure
        switch delivery.way {
        case .refuse(let reason): return CallbackReport(url: delivery.url, state: .refused, reason: reason)
        case .leave(let way): departure = way
        }
        guard await admission.claimCallback(progress) else {
            return CallbackReport(url: delivery.url, state: .failed, reason: "its claim could not be recorded")
        }
        let report = await send(departure, delivery.url, for: progress.context)
        await recorder.recordDelivery(report, of: progress)
        return report
    }

    private func send(_ departure: Departure, _ url: String, for context: IncomingRequest) async -> CallbackReport {
        switch departure {
        case .dispatch(let next):
            do throws(OutcomeError) {
                // It is written down before the callback counts as dispatched: after a kill in between it runs at the
                // next start.
                let admission = try admit(next, as: makeID(), isPromised: true)
                try await start(admission) { _ = await self.run(admission) }
                return CallbackReport(url: url, state: .dispatched)
            } catch {
                return CallbackReport(url: url, state: .failed, reason: error.message)
            }
        case .open(let outgoing):
            let reason = await opener.open(outgoing, for: context)
            return CallbackReport(url: url, state: reason == nil ? .opened : .failed, reason: reason)
        }
    }

    /// Shows an error of a click that no callback reports.
    private func notify(of outcome: Outcome, _ progress: RequestProgress) {
        let context = progress.context
        guard case .error(let error) = outcome, context.submission.door == .desktop,
            context.table.settings.notifications
        else { return }
        let title = "\(progress.matched?.match.entry.name ?? "A link") failed (\(error.code))"
        let variables = environment.variables(for: context)
        work.start { [notifier] in await notifier.show(title, error.message, environment: variables) }
    }

    /// Logs the end of a request, without a word from the URL: at the default level if it is an error that no callback
    /// reports, or if its feature has `log`.
    private func log(_ progress: RequestProgress, _ outcome: Outcome, isReported: Bool) {
        let context = progress.context
        let milliseconds = Int(now.since(context.begun) / .milliseconds(1))
        var metadata: Logger.Metadata = [
            "id": "\(context.id)", "door": "\(context.submission.door.rawValue)",
            "route": "\(progress.matched?.match.entry.name ?? "-")", "outcome": "\(outcome.kind.rawValue)",
            "milliseconds": "\(milliseconds)",
        ]
        if let peer = context.submission.peer {
            metadata["peer"] = "\(peer)"
            metadata["app"] = peer.app.map { "\(Printable.line($0, limit: 128))" }
        }
        if case .error(let error) = outcome { metadata["code"] = "\(error.code)" }
        if progress.route?.feature?.isLogged ?? false {
            logger.notice("request", metadata: metadata)
        } else if case .error = outcome, !isReported {
            logger.notice("a request failed, and no callback reports it", metadata: metadata)
        }
        guard logger.logLevel <= .info else { return }
        if case .error(let error) = outcome {
            metadata["message"] = "\(Printable.line(error.message, limit: 512))"
            if let detail = error.detail { metadata["detail"] = "\(Printable.line(detail, limit: 512))" }
        }
        if let hint = progress.nearMisses.first { metadata["hint"] = "\(Printable.line(hint, limit: 256))" }
        logger.info("request ended", metadata: metadata)
    }
}
