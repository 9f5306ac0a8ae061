import XCallbackURL

/// Shortens the records of a request that was refused and whose callback stays. The request never runs again, so its
/// texts may be cut. Together the records are at most 2 KiB.
extension AcceptedRequest {
    /// The request with a URL of at most 1 KiB and without its session. A longer URL loses its client's id too: two
    /// URLs that differ only after the cut would seem equal.
    fileprivate var shortened: AcceptedRequest {
        var request = self
        request.environment = [:]
        request.url = url.cut(toBytes: 1024)
        if request.url != url { request.clientID = nil }
        return request
    }
}

extension JournalChange {
    /// The same step with the texts of its request cut: the URL to 1 KiB, all other texts to 256 bytes.
    package var shortened: JournalChange {
        switch self {
        case .accepted(let request): return .accepted(request.shortened)
        case .concluded(let id, var outcome, var callback, let route, let reason):
            if case .error(var error) = outcome {
                error.message = error.message.cut(toBytes: 256)
                error.detail = error.detail?.cut(toBytes: 256)
                outcome = .error(error)
            }
            if let whole = callback {
                callback?.url = whole.url.cut(toBytes: 256)
                callback?.reason = whole.reason?.cut(toBytes: 256)
            }
            return .concluded(id, outcome, callback: callback, route: route, cancelReason: reason)
        case .agreed, .narrowed, .running, .claimed, .settled: return self
        }
    }
}

extension String {
    /// Returns the text; if it is longer than the limit in bytes, only its beginning, with `…` in place of the rest.
    fileprivate func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let mark = "…"
        var beginning = utf8.prefix(limit - mark.utf8.count)
        while true {
            // Nil in the midst of a character.
            if let text = String(beginning) { return text + mark }
            beginning.removeLast()
        }
    }
}
