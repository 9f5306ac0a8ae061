import DispatcherMessages
import XCallbackURL

/// A callback that tells an outcome, and how it gets there.
struct Delivery: Sendable {
    var url: String
    var way: Way

    enum Way: Sendable {
        /// It is one of our own routes.
        case dispatch(Submission)
        /// Another app is to open it.
        case open(Scheme)
        /// It may not go out, for that reason.
        case refuse(String)
    }
}

extension Request {
    /// The outcome that is told, and the callback that tells it. A callback too long to be opened is an outcome of its
    /// own.
    func delivery(of decided: Outcome) -> (outcome: Outcome, delivery: Delivery?) {
        guard let url = callbacks.url(for: decided) else { return (decided, delivery(of: decided, by: nil)) }
        let limit = CallbackURL.maximumLength
        guard url.utf8.count > limit else { return (decided, delivery(of: decided, by: url)) }
        let tooLong = Outcome.error(
            OutcomeError(.tooLarge, "the callback is \(url.utf8.count) bytes long, and \(limit) can be opened"))
        let other = callbacks.url(for: tooLong).flatMap { $0.utf8.count > limit ? nil : $0 }
        return (tooLong, delivery(of: tooLong, by: other))
    }

    private func delivery(of outcome: Outcome, by url: String?) -> Delivery? {
        guard let url, let callback = callbacks[outcome.kind] else {
            guard let fault = callbacks.faults.first(where: { $0.kind == outcome.kind }) else { return nil }
            return Delivery(url: fault.text ?? "", way: .refuse(fault.description))
        }
        return Delivery(url: url, way: way(of: callback, opening: url))
    }

    private func way(of callback: CallbackURL, opening url: String) -> Delivery.Way {
        switch verdict(callback) {
        case .refuse(let reason): return .refuse(reason)
        case .ask: return .refuse("nobody was asked whether \(callback.scheme): may be opened")
        case .open: return .open(callback.scheme)
        case .dispatch:
            do {
                return .dispatch(try submission.following(url))
            } catch {
                return .refuse("\(error.message) (\(error.code))")
            }
        }
    }

    /// How a callback that was decided on before a restart goes out, under the rules of today.
    func delivery(by url: String) -> Delivery {
        guard let callback = try? CallbackURL(url) else { return Delivery(url: url, way: .refuse("it is no URL")) }
        guard !Redaction.isRedacted(url) else {
            return Delivery(url: url, way: .refuse("it held secrets, which were not written down"))
        }
        return Delivery(url: url, way: way(of: callback, opening: url))
    }
}
