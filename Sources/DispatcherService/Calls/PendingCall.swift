import XCallbackURL

/// A call that another app is to answer: the URLs by which it can, and the answer.
struct PendingCall: Sendable {
    /// The one-time token of each kind of answer: whoever knows one cannot make it another.
    let tokens: [CallbackKind: String]
    let outcomes: AsyncStream<Outcome>

    /// What the app is told to open for an outcome of a kind.
    func url(for kind: CallbackKind) -> String {
        "\(BuiltInRoute.scheme.text)://x-callback-url/reply/\(tokens[kind] ?? "")"
    }

    /// Waits for the answer; throws 503 if it cannot come any more.
    func answer() async throws(OutcomeError) -> Outcome {
        for await outcome in outcomes { return outcome }
        throw RequestLedger.interrupted
    }

    /// 128 random bits.
    static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}
