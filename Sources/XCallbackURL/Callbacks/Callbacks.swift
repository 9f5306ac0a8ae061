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
    public var faults: [Fault] = []

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
    }

    /// Whether the request has neither callbacks nor faults.
    package var isEmpty: Bool { success == nil && error == nil && cancel == nil && faults.isEmpty }

    /// Reads the callbacks from a query, regardless of faults elsewhere in the query.
    package init(_ raw: borrowing RawURL) {
        for kind in CallbackKind.allCases {
            let pairs = raw.pairs.filter { $0.role == .callback(kind) }
            // A bare name and an empty value count as absent.
            guard pairs.count > 1 || !(pairs.first?.value?.isEmpty ?? true) else { continue }
            var text: String?
            do throws(XCallbackURLError) {
                guard pairs.count == 1, let value = pairs.first?.value else { throw .duplicateCallback(kind) }
                let decoded = try RawURL.decode(raw.bytes[value], part: .parameter(kind.parameterName))
                text = decoded
                self[kind] = try CallbackURL(decoded)
            } catch {
                faults.append(Fault(kind: kind, text: text, error: error, isReadable: text != nil))
            }
        }
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

    /// Returns the URL to open for an outcome, or nil if the caller specified no callback for the outcome.
    public func url(for outcome: Outcome) -> String? { self[outcome.kind].map { outcome.url(of: $0, isOwn: false) } }
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
