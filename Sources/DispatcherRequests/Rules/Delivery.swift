import DispatcherConfiguration
import DispatcherMessages
import URLSchemeRouter
package import XCallbackURL

/// A callback that reports an outcome, and how it gets there.
package struct Delivery: Sendable {
    package var url: String
    package var way: Way

    /// Whether it goes out.
    package var leaves: Bool { if case .leave = way { true } else { false } }

    package enum Way: Sendable {
        case leave(Destination)
        /// It may not go out, for that reason.
        case refuse(String)
    }
}

extension RequestProgress {
    /// The outcome that is reported, and the callback that reports it. A callback too long to be opened is an outcome of
    /// its own.
    package func delivery(of decided: Outcome) -> (outcome: Outcome, delivery: Delivery?) {
        guard hasCallbacks else { return (decided, nil) }
        guard let url = callback(reporting: decided) else { return (decided, refusedDelivery(of: decided)) }
        let limit = CallbackURL.maximumLength
        guard url.utf8.count > limit else { return (decided, delivery(by: url)) }
        let tooLong = Outcome.error(
            OutcomeError(.tooLarge, "the callback is \(url.utf8.count) bytes; the limit is \(limit)"))
        guard let other = callback(reporting: tooLong), other.utf8.count <= limit else {
            return (tooLong, refusedDelivery(of: tooLong))
        }
        return (tooLong, delivery(by: other))
    }

    /// How a callback goes out that was decided on before a restart, under the rules of today.
    /// - Parameter isConfirmed: Whether the gate had let it out.
    package func recoveredDelivery(by url: String, isConfirmed: Bool) -> Delivery {
        Redaction.isRedacted(url)
            ? Delivery(url: url, way: .refuse("it held secrets, which were not written down"))
            : delivery(by: url, isConfirmed: isConfirmed)
    }

    /// The callback for an outcome, as it is opened; nil if the caller gave none that can be used.
    private func callback(reporting outcome: Outcome) -> String? {
        guard let callback = callbacks[outcome.kind] else { return nil }
        var outcome = outcome
        if case .error(let error) = outcome { outcome = .error(error.inCallback(at: received.submission.door)) }
        let isOwn = callback.host == nil && received.keeps(callback)
        return CallbackForm(of: matched).url(of: callback, reporting: outcome, isOwn: isOwn)
    }

    /// The report of a callback that cannot be used; nil if the caller gave none.
    private func refusedDelivery(of outcome: Outcome) -> Delivery? {
        callbacks.faults.first { $0.kind == outcome.kind }.map {
            Delivery(url: $0.text ?? "", way: .refuse($0.description))
        }
    }

    private func delivery(by url: String) -> Delivery { delivery(by: url, isConfirmed: matched?.isConfirmed ?? false) }

    private func delivery(by url: String, isConfirmed: Bool) -> Delivery {
        do throws(OutcomeError) {
            let departure = try received.authorize(
                url, as: .callback, own: narrowing, hiding: secrets, isConfirmed: isConfirmed)
            return Delivery(url: url, way: .leave(departure))
        } catch {
            let code = error.code == StandardCode.refused.rawValue ? "" : " (\(error.code))"
            return Delivery(url: url, way: .refuse(error.message + code))
        }
    }
}
