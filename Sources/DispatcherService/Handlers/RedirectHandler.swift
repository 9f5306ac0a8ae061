import DispatcherConfiguration
import DispatcherRequests
import XCallbackURL

/// Carries out a `redirect` route: the same request continues as another URL.
struct RedirectHandler: Sendable {
    func perform(_ template: URLTemplate, _ request: ApprovedRequest) throws(OutcomeError) -> HandlerStep {
        .redirect(try request.revealing(request.input, template.url))
    }
}
