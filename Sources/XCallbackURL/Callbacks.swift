import QueryCoding

/// The callbacks of a request. One that cannot be used is a fault, and leaves the others usable: an error about
/// x-success still reaches x-error.
public struct Callbacks: Sendable, Hashable {
    /// Opened on success, with the output.
    public var success: CallbackURL?
    /// Opened on an error, with `errorCode` and `errorMessage`.
    public var error: CallbackURL?
    /// Opened when the user cancelled, as it is.
    public var cancel: CallbackURL?
    /// What is wrong with the others, in the order success, error, cancel.
    public var faults: [Fault]

    /// A callback that cannot be used.
    public struct Fault: Error, Sendable, Hashable {
        /// Which one.
        public let kind: CallbackKind
        /// What was given, decoded if it could be.
        public let text: String?
        /// What is wrong with it. Its code is 400 for a parameter that is doubled or cannot be decoded, and the request
        /// is refused with 403 for a value that is no URL.
        public let error: XCallbackURLError
        /// Whether the parameter could be read, and holds something that may not be opened.
        public let isReadable: Bool
    }

    /// Takes callbacks as they are.
    public init(success: CallbackURL? = nil, error: CallbackURL? = nil, cancel: CallbackURL? = nil) {
        self.success = success
        self.error = error
        self.cancel = cancel
        faults = []
    }

    /// Reads the three from a query, apart from everything else in it.
    package init(_ raw: RawURL) {
        self.init()
        let pairs = raw.pairs.compactMap { pair in Self.kind(of: pair, in: raw).map { (kind: $0, value: pair.value) } }
        guard !pairs.isEmpty else { return }
        for kind in CallbackKind.allCases {
            switch Self.read(kind, pairs.filter { $0.kind == kind }.map(\.value), in: raw) {
            case .success(let url): self[kind] = url
            case .failure(let fault): faults.append(fault)
            }
        }
    }

    /// Which callback a pair carries. Most names cannot be one of the three, and are not decoded.
    static func kind(of pair: RawURL.Pair, in raw: RawURL) -> CallbackKind? {
        let name = raw.bytes[pair.name]
        if name.contains(UInt8(ascii: "%")) {
            guard let decoded = try? PercentCoding.decode(name) else { return nil }
            return CallbackKind.allCases.first { decoded.hasSameBytes(as: $0.parameterName) }
        }
        guard name.first == UInt8(ascii: "x"), name.count >= 7, name.count <= 9 else { return nil }
        return CallbackKind.allCases.first { name.elementsEqual($0.parameterName.utf8) }
    }

    /// The callback of that kind.
    public subscript(kind: CallbackKind) -> CallbackURL? {
        get {
            switch kind {
            case .success: success
            case .error: error
            case .cancel: cancel
            }
        }
        set {
            switch kind {
            case .success: success = newValue
            case .error: error = newValue
            case .cancel: cancel = newValue
            }
        }
    }

    /// The URL to open for an outcome; nil if its caller gave none.
    public func url(for outcome: Outcome) -> String? { self[outcome.kind].map { outcome.url(of: $0, isOwn: false) } }

    private static func read(_ kind: CallbackKind, _ values: [Range<Int>?], in raw: RawURL) -> Result<
        CallbackURL?, Fault
    > {
        func fault(_ error: XCallbackURLError, text: String? = nil) -> Result<CallbackURL?, Fault> {
            .failure(Fault(kind: kind, text: text, error: error, isReadable: text != nil))
        }
        guard values.count <= 1 else { return fault(.duplicateCallback(kind)) }
        // Without a value, it is absent.
        guard let range = values.first, let range else { return .success(nil) }
        let text: String
        do {
            text = try RawURL.decode(raw.bytes[range], part: .parameter(kind.parameterName))
        } catch {
            return fault(error)
        }
        // With an empty one too.
        guard !text.isEmpty else { return .success(nil) }
        do {
            return .success(try CallbackURL(text))
        } catch {
            return fault(error, text: text)
        }
    }
}

extension Callbacks.Fault: CustomStringConvertible {
    /// What is wrong, naming the callback.
    public var description: String { isReadable ? "\(kind.parameterName): \(error)" : error.description }

    /// The error that the request ends with: 400 for a parameter that cannot be read, 403 for a value that may not be
    /// opened.
    public var outcomeError: OutcomeError {
        isReadable
            ? OutcomeError(.refused, "\(kind.parameterName) is refused: \(error)") : OutcomeError(.input, description)
    }
}
