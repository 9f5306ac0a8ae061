import XCallbackURL

/// A request on its way through the middleware. This type applies the decision of each step; the caller chooses whether
/// to run the steps synchronously or asynchronously.
struct MiddlewareRun: Sendable {
    private(set) var request: RoutedRequest
    /// The best route of the request's URL.
    private(set) var match: RouteTable<RouteHandler>.Match?
    /// The outcome with which a step ended the request, and the error that caused it.
    private(set) var end: (outcome: Outcome, failure: (any Error)?)?
    private let steps: [MiddlewareStep]
    let table: RouteTable<RouteHandler>
    private let defaultErrorCode: Int
    private var index = 0
    private var redirects = 0

    /// The maximum number of redirects for one request.
    private static let maximumRedirects = 8

    init(
        _ url: XCallbackURL, _ match: RouteTable<RouteHandler>.Match?, through steps: [MiddlewareStep],
        _ table: RouteTable<RouteHandler>, defaultErrorCode: Int
    ) {
        request = RoutedRequest(url, match)
        self.match = match
        self.steps = steps
        self.table = table
        self.defaultErrorCode = defaultErrorCode
    }

    /// The next step; nil if all steps have run or a step has ended the request.
    var next: MiddlewareStep? { end == nil && index < steps.count ? steps[index] : nil }

    /// Runs the steps in order, up to the first step that is asynchronous or belongs to another actor than the caller.
    mutating func advance(from caller: (any Actor)?) {
        while let step = next?.synchronous(from: caller) {
            let request = request
            apply(Result { try step.decide(request) })
        }
    }

    /// Runs all remaining steps in order.
    mutating func advance() async {
        while let step = next {
            do {
                apply(.success(try await step.decide(request)))
            } catch {
                apply(.failure(error))
            }
        }
    }

    private mutating func apply(_ decision: Result<MiddlewareDecision, any Error>) {
        switch decision {
        case .success(.proceed(let changed)):
            if changed.url != request.url { change(changed.url) }
            index += 1
        case .success(.redirect(let target)):
            redirects += 1
            guard redirects <= Self.maximumRedirects else {
                return fail(OutcomeError(.loop, "redirected more than \(Self.maximumRedirects) times"))
            }
            change(target.inheriting(from: request.url))
            index = 0
        case .success(.end(let outcome)): end = (outcome, nil)
        case .failure(is CancelledByUser), .failure(is CancellationError): end = (.cancel, nil)
        case .failure(let error): fail(error)
        }
    }

    private mutating func change(_ url: XCallbackURL) {
        match = table.match(url, lenientAuthority: true)
        request = RoutedRequest(url, match)
    }

    private mutating func fail(_ error: any Error) {
        end = (.error(OutcomeError(reporting: error, defaultCode: defaultErrorCode)), error)
    }

    /// Passes the outcome to the steps that let the request proceed, last first, and returns the outcome that they
    /// chose.
    func conclude(_ outcome: Outcome) -> Outcome {
        steps[..<index].reversed().reduce(outcome) { $1.middleware.conclude(request, with: $0) }
    }
}

extension XCallbackURL {
    /// Returns the URL with the callbacks and the source of the redirected URL where it lacks its own.
    fileprivate func inheriting(from first: XCallbackURL) -> XCallbackURL {
        var url = self
        if url.callbacks.isEmpty { url.callbacks = first.callbacks }
        url.source = url.source ?? first.source
        return url
    }
}
