import URLSchemeRouter
import XCallbackURL

/// A filter of Turnpike's: it tells its name and calls on, unless its name says that it does not.
struct ConformanceFilter: Middleware {
    let name: String
    let tell: @Sendable (String) -> Void

    func decide(_ request: RoutedRequest) -> MiddlewareDecision {
        tell(name)
        return name.contains("never") ? .end(.cancel) : .proceed(request)
    }
}
