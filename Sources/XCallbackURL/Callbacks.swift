import QueryCoding

/// The callbacks of a request. An unusable callback becomes a fault and leaves the others usable, so that an error
/// about x-success still reaches x-error.
public struct Callbacks: Sendable, Hashable {
    /// Opened on success, with the output.
    public var success: CallbackURL?
    /// Opened on an error, with `errorCode` and `errorMessage`.
    public var error: CallbackURL?
    /// Opened unchanged when the user cancelled.
    public var cancel: CallbackURL?
    /// The callbacks that cannot be used, in the order success, error, cancel.
    public var faults: [Fault]

    /// A callback that cannot be used.
    public struct Fault: Error, Sendable, Hashable {
        /// The faulty callback.
        public let kind: CallbackKind
        /// The decoded value; nil if the parameter appears twice or cannot be decoded.
        public let text: String?
        /// The reason. A parameter that appears twice or cannot be decoded fails the request with 400; a value that is
        /// not an acceptable URL fails it with 403.
        public let error: XCallbackURLError
        /// Whether the parameter was decoded, but its value is not an acceptable URL.
        public let isReadable: Bool
    }

    /// Makes callbacks without faults.
    public init(success: CallbackURL? = nil, error: CallbackURL? = nil, cancel: CallbackURL? = nil) {
        self.success = success
        self.error = error
        self.cancel = cancel
        faults = []
    }

    /// Reads the callbacks from a query. Faults elsewhere in the query do not matter.
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

    /// Returns the callback that a pair specifies, or nil. Decodes only names that contain a percent escape.
    static func kind(of pair: RawURL.Pair, in raw: RawURL) -> CallbackKind? {
        let name = raw.bytes[pair.name]
        if name.contains(UInt8(ascii: "%")) {
            guard let decoded = try? PercentCoding.decode(name) else { return nil }
            return CallbackKind.allCases.first { decoded.hasSameBytes(as: $0.parameterName) }
        }
        guard name.first == UInt8(ascii: "x"), name.count >= 7, name.count <= 9 else { return nil }
        return CallbackKind.allCases.first { name.elementsEqual($0.parameterName.utf8) }
    }

    /// The callback of a kind.
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

    /// Returns the URL to open for an outcome, or nil if the caller specified none.
    public func url(for outcome: Outcome) -> String? { self[outcome.kind].map { outcome.url(of: $0, isOwn: false) } }

    private static func read(_ kind: CallbackKind, _ values: [Range<Int>?], in raw: RawURL) -> Result<
        CallbackURL?, Fault
    > {
        func fault(_ error: XCallbackURLError, text: String? = nil) -> Result<CallbackURL?, Fault> {
            .failure(Fault(kind: kind, text: text, error: error, isReadable: text != nil))
        }
        guard values.count <= 1 else { return fault(.duplicateCallback(kind)) }
        // A bare name counts as absent.
        guard let range = values.first, let range else { return .success(nil) }
        let text: String
        do {
            text = try RawURL.decode(raw.bytes[range], part: .parameter(kind.parameterName))
        } catch {
            return fault(error)
        }
        // So does an empty value.
        guard !text.isEmpty else { return .success(nil) }
        do {
            return .success(try CallbackURL(text))
        } catch {
            return fault(error, text: text)
        }
    }
}

extension Callbacks.Fault: CustomStringConvertible {
    /// The reason, with the name of the callback.
    public var description: String { isReadable ? "\(kind.parameterName): \(error)" : error.description }

    /// The error of the request: 400 for a parameter that cannot be read, 403 for a value that may not be opened.
    public var outcomeError: OutcomeError {
        isReadable
            ? OutcomeError(.refused, "\(kind.parameterName) is refused: \(error)") : OutcomeError(.input, description)
    }
}
