import XCallbackURL

extension URLSchemeRouter {
    /// A request on its way through the middleware.
    struct Passage {
        var request: RoutedRequest
        /// Those that let it pass, in their order.
        var passed: [any Middleware] = []
        /// The outcome that ended it, and the error behind that.
        var end: (outcome: Outcome, failure: (any Error)?)?

        /// The outcome as those that were passed leave it.
        func conclude(_ outcome: Outcome) -> Outcome {
            passed.reversed().reduce(outcome) { $1.conclude(request, with: $0) }
        }
    }

    func pass(_ url: XCallbackURL, through middleware: [any Middleware]) -> Passage {
        var passage = Passage(request: request(url))
        var redirects = 0
        var index = middleware.startIndex
        while index < middleware.endIndex {
            let step = middleware[index]
            do {
                switch try step.decide(passage.request) {
                case .end(let outcome): passage.end = (outcome, nil)
                case .proceed(let changed):
                    passage.passed.append(step)
                    if changed.url != passage.request.url { passage.request = request(changed.url) }
                    index += 1
                    continue
                case .redirect(let target):
                    redirects += 1
                    guard redirects <= Self.maximumDepth else {
                        throw OutcomeError(.loop, "redirected more than \(Self.maximumDepth) times")
                    }
                    passage.request = request(target.answering(passage.request.url))
                    passage.passed = []
                    index = middleware.startIndex
                    continue
                }
            } catch is CancelledByUser {
                passage.end = (.cancel, nil)
            } catch {
                passage.end = (.error(OutcomeError(reporting: error, defaultCode: defaultErrorCode)), error)
            }
            break
        }
        return passage
    }

    private func request(_ url: XCallbackURL) -> RoutedRequest {
        RoutedRequest(url: url, route: table.match(url, lenientAuthority: true)?.entry.name)
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
