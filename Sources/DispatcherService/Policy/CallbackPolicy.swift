import DispatcherConfiguration
import DispatcherMessages
import XCallbackURL

/// Which callbacks may be opened: decided before anything runs, from the URL, the door and the configuration alone.
struct CallbackPolicy: Sendable {
    /// What a callback's URL comes to.
    enum Verdict: Sendable, Hashable {
        /// Handed to the desktop.
        case open
        /// Dispatched in the process.
        case dispatch
        /// Somebody has to be asked first.
        case ask
        case refuse(String)

        /// The word that `explain` shows.
        var word: String {
            switch self {
            case .open: "open"
            case .dispatch: "dispatch"
            case .ask: "ask"
            case .refuse(let reason): "refuse: \(reason)"
            }
        }
    }

    let lists: CallbackLists
    let ownSchemes: Set<Scheme>

    /// - Parameter narrowing: The lists of the feature and the route: each must let the callback through.
    func verdict(_ callback: CallbackURL, door: Door, narrowing: [CallbackLists]) -> Verdict {
        if let ban = callback.ban { return .refuse(ban) }
        if let host = callback.host {
            guard lists.hosts.contains(host) else {
                return .refuse("\(host) is not among the 'hosts' of 'callbacks' in config.yaml")
            }
            guard narrowing.allSatisfy({ $0.hosts.contains(host) }) else {
                return .refuse("the route's 'callbacks' do not name the host \(host)")
            }
            return .open
        }
        if ownSchemes.contains(callback.scheme) { return .dispatch }
        guard narrowing.allSatisfy({ $0.allow?.contains(callback.scheme) ?? true }) else {
            return .refuse("the route's 'callbacks' do not allow \(callback.scheme):")
        }
        if let allowed = lists.allow {
            if allowed.contains(callback.scheme) { return .open }
            if door == .control {
                return .refuse("\(callback.scheme): is not among the 'allow' of 'callbacks' in config.yaml")
            }
        }
        return door == .control ? .open : .ask
    }
}
