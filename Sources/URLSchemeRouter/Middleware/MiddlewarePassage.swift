import XCallbackURL

/// A request on its way through the middleware. It knows the step that is next and takes its decision; who asks the step,
/// and whether that means to wait, is another's to know.
struct MiddlewarePassage: Sendable {
    private(set) var request: RoutedRequest
    /// The outcome that ended it, and the error behind that.
    private(set) var end: (outcome: Outcome, failure: (any Error)?)?
    private let steps: [MiddlewareStep]
    private let table: RouteTable<RouteHandler>
    private let defaultErrorCode: Int
    private var index = 0
    private var redirects = 0

    /// How many redirects may follow one from another.
    private static let maximumRedirects = 8

    init(
        _ url: XCallbackURL, through steps: [MiddlewareStep], _ table: RouteTable<RouteHandler>, defaultErrorCode: Int
    ) {
        request = RoutedRequest(url, in: table)
        self.steps = steps
        self.table = table
        self.defaultErrorCode = defaultErrorCode
    }

    /// The step that decides next; nil if the request has gone through or has ended.
    var next: MiddlewareStep? { end == nil && index < steps.count ? steps[index] : nil }

    /// Asks the steps in turn, up to one that has to be awaited.
    mutating func advance() {
        while case .sync(let step)? = next {
            let request = request
            take(Result { try step.decide(request) })
        }
    }

    /// Asks the steps in turn, to the end.
    mutating func advance() async {
        while let step = next {
            do {
                take(.success(try await step.decide(request)))
            } catch {
                take(.failure(error))
            }
        }
    }

    private mutating func take(_ decision: Result<MiddlewareDecision, any Error>) {
        switch decision {
        case .success(.proceed(let changed)):
            if changed.url != request.url { request = RoutedRequest(changed.url, in: table) }
            index += 1
        case .success(.redirect(let target)):
            redirects += 1
            guard redirects <= Self.maximumRedirects else {
                return fail(OutcomeError(.loop, "redirected more than \(Self.maximumRedirects) times"))
            }
            request = RoutedRequest(target.answering(request.url), in: table)
            index = 0
        case .success(.end(let outcome)): end = (outcome, nil)
        case .failure(is CancelledByUser): end = (.cancel, nil)
        case .failure(let error): fail(error)
        }
    }

    private mutating func fail(_ error: any Error) {
        end = (.error(OutcomeError(reporting: error, defaultCode: defaultErrorCode)), error)
    }

    /// The outcome as the steps that let the request pass leave it.
    func conclude(_ outcome: Outcome) -> Outcome {
        steps[..<index].reversed().reduce(outcome) { $1.conclude(request, with: $0) }
    }
}

extension RoutedRequest {
    fileprivate init(_ url: XCallbackURL, in table: RouteTable<RouteHandler>) {
        self.init(url: url, route: table.match(url, lenientAuthority: true)?.entry.name)
    }
}

extension XCallbackURL {
    /// The URL with the callbacks and the source of the one that it takes the place of, if it has none.
    fileprivate func answering(_ first: XCallbackURL) -> XCallbackURL {
        var url = self
        if url.callbacks == Callbacks() { url.callbacks = first.callbacks }
        url.source = url.source ?? first.source
        return url
    }
}
