import DesktopEntries
import DispatcherConfiguration
import DispatcherMessages
import RequestRecord
import URLSchemeRouter
import UnixSystem
package import XCallbackURL

/// The only gate for URLs that leave a request. The gate judges the final URL, with its output and all values in place,
/// by the URL, the socket and the configuration alone.
package struct OutgoingGate: Sendable {
    /// The reason why a URL leaves a request.
    package enum Purpose: Sendable, Hashable, CaseIterable {
        /// The URL reports an outcome. The caller chose the URL.
        case callback
        /// An `open` route opens the URL. The author of the route chose its scheme and authority.
        case open
        /// A `redirect` route continues with the URL.
        case redirect
        /// The user's own script calls another app with the URL.
        case call
        /// A command that was started for a request calls another app with the URL. The request may have chosen the
        /// URL.
        case commandCall

        /// Parses a URL that leaves for this purpose.
        func url(_ text: String) throws(XCallbackURLError) -> CallbackURL {
            try self == .call ? CallbackURL(foreign: text) : CallbackURL(text)
        }
    }

    /// The decision about a URL.
    package enum Verdict: Sendable, Hashable {
        /// The opener gets the URL.
        case open
        /// The daemon dispatches the URL in its own process.
        case dispatch
        /// The user must confirm the URL first.
        case ask
        case refuse(String)

        /// The word that `explain` shows.
        package var word: String {
            switch self {
            case .open: "open"
            case .dispatch: "dispatch"
            case .ask: "ask"
            case .refuse(let reason): "refuse: \(reason)"
            }
        }
    }

    /// The lists `callbacks` of config.yaml.
    let lists: CallbackLists
    let door: Door
    /// The restriction by the requests that led to this request.
    let inherited: CallbackRestriction
    /// The lists by which the route of this request restricts URLs.
    let own: [CallbackLists]

    /// - Parameter isOurs: Whether our routes answer the scheme or the domain of the URL, and no other app has it.
    package func verdict(_ url: CallbackURL, as purpose: Purpose, isOurs: Bool) -> Verdict {
        switch purpose {
        case .callback: return callback(url, isOurs: isOurs)
        case .redirect: return isOurs ? .dispatch : .refuse("a redirect can lead only to a route of this daemon")
        case .open:
            if BannedScheme.isNeverATemplate(url.scheme) { return .refuse("\(url.scheme): is never opened") }
            if isOurs, url.host == nil { return .dispatch }
        case .call:
            if BannedScheme.isNeverCalled(url.scheme) {
                return .refuse("the URL is refused: \(url.scheme): is never opened")
            }
        case .commandCall:
            if let ban = url.ban {
                return .refuse(
                    "the URL is refused: \(ban), or by a command that the daemon started; a terminal may unset XCALLBACK_DOOR"
                )
            }
        }
        return inherited.refusal(of: url).map { .refuse($0) } ?? .open
    }

    private func callback(_ url: CallbackURL, isOurs: Bool) -> Verdict {
        if let ban = url.ban { return .refuse(ban) }
        let narrowing = inherited.narrowed(by: own)
        if let entry = url.hostEntry {
            guard lists.hosts.contains(entry) else {
                return .refuse("\(entry) is not among the 'hosts' of 'callbacks' in config.yaml")
            }
            return narrowing.refusal(of: url).map { .refuse($0) } ?? .open
        }
        // The restriction also applies to the request that follows.
        if isOurs { return .dispatch }
        if let reason = narrowing.refusal(of: url) { return .refuse(reason) }
        if let allowed = lists.allow {
            if allowed.contains(url.scheme) { return .open }
            if door.isTrusted {
                return .refuse("\(url.scheme): is not among the 'allow' of 'callbacks' in config.yaml")
            }
        }
        return door.isTrusted ? .open : .ask
    }
}

extension ReceivedRequest {
    /// Whether a callback, or the URL of an `open` route, stays in the process.
    func keeps(_ url: CallbackURL) -> Bool {
        guard table.routes.owns(url) else { return false }
        guard url.host == nil, table.contestableSchemes.contains(url.scheme) else { return true }
        return switch owners.withLock({ $0[url.scheme] }) {
        case .us: true
        case .nobody: submission.door == .control
        case .anotherApp, nil: false
        }
    }
}

extension Callbacks {
    /// Throws 400 for a callback that cannot be read, and 403 for a callback that may not be opened.
    func check(_ verdict: (CallbackURL) -> OutgoingGate.Verdict) throws(OutcomeError) {
        if let fault = faults.first { throw fault.outcomeError }
        for kind in CallbackKind.allCases {
            guard let callback = self[kind], case .refuse(let reason) = verdict(callback) else { continue }
            throw OutcomeError(.refused, "\(kind.parameterName) is refused: \(reason)")
        }
    }
}
