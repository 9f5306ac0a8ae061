import URLSchemeRouter
import XCallbackURL

/// A filter of Turnpike's: it reports its name and continues, unless its name specifies that it stops.
struct ConformanceFilter: Middleware {
    let name: String
    let tell: @Sendable (String) -> Void

    func decide(_ request: RoutedRequest) -> MiddlewareDecision {
        tell(name)
        return name.contains("never") ? .end(.cancel) : .proceed(request)
    }
}
