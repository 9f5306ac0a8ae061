package import DesktopEntries
import DispatcherConfiguration
import DispatcherMessages
import RequestRecord
import URLSchemeRouter
import UnixSystem
package import XCallbackURL

/// Decides whether a URL that leaves a request stays in the process. For the schemes of workers, the desktop decides. The
/// daemon reads the desktop's files before the request needs the answer.
extension RequestProgress {
    /// The schemes that the request may lead to, and whose owners must be looked up first.
    package var schemesToLookUp: Set<Scheme> {
        let contestable = received.table.contestableSchemes
        guard !contestable.isEmpty else { return [] }
        var schemes = Set(CallbackKind.allCases.compactMap { callbacks[$0]?.scheme })
        if case .open(let template)? = route?.definition?.value.action, let scheme = template.scheme {
            schemes.insert(scheme)
        }
        schemes.formIntersection(contestable)
        return schemes.isEmpty ? [] : received.owners.withLock { schemes.subtracting($0.keys) }
    }
}

extension ReceivedRequest {
    /// Records the owners of some schemes. The request uses these owners until it ends.
    package func note(_ found: [Scheme: SchemeOwner]) { owners.withLock { $0.merge(found) { first, _ in first } } }
}
