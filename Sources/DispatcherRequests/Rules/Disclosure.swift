import DispatcherConfiguration
package import DispatcherMessages
package import RequestRecord
package import XCallbackURL

/// The part of an error that the desktop and agent sockets report. Any web page can cause an error and read the answer. The
/// log, the history and a notification have the whole text.
extension OutcomeError {
    /// Returns the error for a callback: at the desktop and agent sockets with the fixed sentence for its code. An error with a
    /// printed code, and an error whose code has no fixed sentence, keeps its message.
    func inCallback(at door: Door) -> OutcomeError {
        guard !door.isTrusted, printedCode == nil, let sentence = StandardCode(rawValue: code)?.sentence else {
            return self
        }
        return OutcomeError(code: code, message: sentence)
    }

    /// Returns the error for a reply: at the desktop socket without the name of a file, a folder, a command or another
    /// route.
    /// - Parameter route: The name of the request's own route.
    package func inReply(at door: Door, route: String? = nil) -> OutcomeError {
        if door == .agent { return toAgent(about: route) }
        return switch StandardCode(rawValue: code) {
        // These messages name only parameters, limits and times.
        case .input, .timeout, .tooLarge, .loop: self
        // The person who clicked may be the user, who made the pause.
        case .draining where subject == .pause: self
        // If a nested request failed, the message names the route of that request.
        case .refused where isAbout(route), .token where isAbout(route), .tooMany where isAbout(route): withoutDetail
        default: inCallback(at: door)
        }
    }

    /// The error as an agent gets it. A model cannot correct itself without the reason: the message of the route's own command,
    /// and the detail of a wrong value. No message names a route that is not offered, a file or the command of a condition.
    private func toAgent(about route: String?) -> OutcomeError {
        switch StandardCode(rawValue: code) {
        case .noRoute, .unavailable, .token, .workerGone: inCallback(at: .agent)
        // The message may name a file that makes the daemon refuse all requests.
        case .draining where subject != .pause: inCallback(at: .agent)
        case .tooMany where subject != nil && !isAbout(route): inCallback(at: .agent)
        default: self
        }
    }

    private func isAbout(_ route: String?) -> Bool { route.map { subject == .route($0) } ?? false }

    private var withoutDetail: OutcomeError {
        var error = self
        error.detail = nil
        return error
    }
}

extension OutcomeReply {
    /// Returns the reply for the socket of its request.
    package consuming func disclosed(at door: Door) -> OutcomeReply {
        guard !door.isTrusted else { return self }
        var reply = self
        if case .error(let error) = reply.outcome {
            reply.outcome = .error(error.inReply(at: door, route: reply.route))
            // After a redirect, it may be a route that no agent is offered.
            if door == .agent { reply.route = nil }
        }
        reply.showsReason = door == .agent && reply.cancelReason == .notAllowed
        if let callback = reply.callback, callback.reason != nil { reply.callback?.reason = callback.state.sentence }
        return reply
    }
}

extension StandardCode {
    /// The sentence that reports an error to a web page; nil for an error that a route's own command reports.
    package var sentence: String? {
        switch self {
        case .input: "the URL or its input is not valid"
        case .token: "the token is missing or wrong"
        case .refused: "the request is not permitted"
        case .noRoute: "no route matches the URL"
        case .timeout: "the action took too long"
        case .conflict: nil
        case .tooLarge: "the request or its result is too large"
        case .unavailable: "the route is not available"
        case .tooMany: "too many requests"
        case .failed, .workerGone: "the action failed"
        case .draining: "the daemon cannot complete the request now"
        case .loop: "the request leads to too many further requests"
        }
    }
}

extension CallbackState {
    /// The sentence that explains to a web page why its callback was not opened; nil for a state that needs no
    /// explanation.
    fileprivate var sentence: String? {
        switch self {
        case .refused: "the callback may not be opened"
        case .failed: "the callback could not be opened"
        default: nil
        }
    }
}
