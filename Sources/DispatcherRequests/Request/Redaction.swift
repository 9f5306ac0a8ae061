import DispatcherConfiguration
import DispatcherMessages
package import QueryCoding
package import XCallbackURL

/// The form in which a request is recorded: without its secrets, wherever they occur in the request and however they
/// are encoded there.
package struct Redaction: Sendable {
    /// The depth to which callbacks in callbacks are searched one by one.
    private static let maximumDepth = 5
    private static let mark = Array(Secrets.mark.utf8)
    private static let encodedMark = Array(PercentCoding.encode(Secrets.mark).utf8)

    private let secrets: Secrets
    /// Nil if there are no secrets.
    private let search: SecretSearch?
    private let keepsInputs: Bool

    /// - Parameters:
    ///   - next: A URL that follows from the request.
    ///   - keepsInputs: Whether values are kept; nil to use the setting `history`.
    package init(of progress: RequestProgress, next: String? = nil, keepsInputs: Bool? = nil) {
        var secrets = progress.secrets
        // The prompt may have provided a newer activation token.
        secrets.insertTokens(of: progress.received)
        if let next { secrets.insertSecrets(of: next, after: progress.received) }
        self.secrets = secrets
        search = secrets.texts.isEmpty ? nil : SecretSearch(secrets.texts)
        self.keepsInputs = keepsInputs ?? progress.received.table.settings.history.inputs
    }

    /// Returns the form in which the journal records a request. If no route has the scheme, no value is kept: the file that
    /// says which values are secret may be refused, or may not exist yet.
    package static func journal(of progress: RequestProgress, next: String? = nil) -> Redaction {
        Redaction(of: progress, next: next, keepsInputs: progress.mayHaveRoute ? nil : false)
    }

    /// Whether a part of a URL was removed, so that the URL differs from the received URL.
    package static func isRedacted(_ url: String) -> Bool {
        // In a callback the mark is encoded once more for each level.
        url.contains("3Credacted%")
    }

    /// Returns why the request of a recorded URL cannot be run again, and what to do; nil if it can.
    package static func rerunFault(_ url: String) -> String? {
        guard isRedacted(url) else { return nil }
        guard !url.hasSuffix(":" + PercentCoding.encode(Secrets.mark)) else {
            return "the inputs of the request are not recorded, because no route had its scheme or because of "
                + "'history: {inputs: false}'; open its link again"
        }
        var names: [String] = []
        RedactedURLParts.forEach(of: Array(url.utf8)) { name, part in
            if let name, part.elementsEqual(encodedMark) { names.append("'\(Printable.shown(name, limit: 64))'") }
        }
        let shown = names.isEmpty ? "" : " (\(names.joined(separator: ", ")))"
        return "the request had a secret, which is not recorded\(shown); open its link again, "
            + "or write 'secret: false' beside the input if anybody may know its value"
    }

    /// Returns the URL without secrets, otherwise byte for byte unchanged.
    ///
    /// If inputs are not kept, only the scheme is left: only the route knows which parts of the path are values.
    package func url(_ text: String) -> String {
        guard keepsInputs else {
            return "\(Scheme(of: text)?.text ?? ""):\(PercentCoding.encode(Secrets.mark))"
        }
        guard search != nil else { return text }
        return String(decoding: url(Array(text.utf8)[...], depth: 0), as: UTF8.self)
    }

    private func url(_ url: ArraySlice<UInt8>, depth: Int) -> [UInt8] {
        var url = url
        // No other search finds a short password.
        if let password = RedactedURLParts.password(in: url) { url.replaceSubrange(password, with: Self.encodedMark) }
        let parts = RedactedURLParts.replacing(in: url) { name, part in
            guard Self.isCallback(name, depth) else { return self.part(part) }
            let callback = Array(RedactedURLParts.decoded(part).utf8)
            let redacted = self.url(callback[...], depth: depth + 1)
            guard redacted != callback else { return part }
            return Array(PercentCoding.encode(String(decoding: redacted, as: UTF8.self)).utf8)[...]
        }
        return acrossParts(parts, depth: depth)
    }

    /// Returns the URL without the secrets that extend over several of its parts.
    ///
    /// The scheme, the host and the callbacks stay unchanged, because the destination of an answer is shown. The marks
    /// stay unchanged too: a secret that is a part of a mark could be read from a mark inside a mark.
    private func acrossParts(_ url: [UInt8], depth: Int) -> [UInt8] {
        search?.replacing(in: url[...], by: Self.encodedMark, except: Self.kept(in: url, depth: depth)) ?? url
    }

    /// Returns which bytes of a URL ``acrossParts(_:depth:)`` leaves unchanged.
    private static func kept(in url: [UInt8], depth: Int) -> [Bool] {
        var kept = [Bool](repeating: false, count: url.count)
        var start = url.endIndex
        RedactedURLParts.forEach(of: url) { name, part in
            start = min(start, part.startIndex)
            if isCallback(name, depth) { for index in part.indices { kept[index] = true } }
        }
        for index in 0..<start { kept[index] = true }
        // The standard library's search for the mark takes many times as long.
        for index in url.indices where url[index] == encodedMark[0] && url[index...].starts(with: encodedMark) {
            for place in encodedMark.indices { kept[index + place] = true }
        }
        return kept
    }

    /// Whether the parameter is a callback, which is searched as a separate URL.
    private static func isCallback(_ name: String?, _ depth: Int) -> Bool {
        depth < maximumDepth && CallbackKind.allCases.contains { $0.parameterName == name }
    }

    private func part(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if secrets.texts.contains(Array(RedactedURLParts.decoded(part).utf8)) { return Self.encodedMark[...] }
        return search?.replacing(in: part, by: Self.encodedMark).map { $0[...] } ?? part
    }

    /// Returns a text of any kind without secrets.
    package func text(_ text: String) -> String {
        guard let search else { return text }
        let bytes = Array(text.utf8)
        if secrets.texts.contains(bytes) { return Secrets.mark }
        return search.replacing(in: bytes[...], by: Self.mark).map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Returns a value without secrets.
    package func value(_ value: QueryValue) -> QueryValue {
        guard search != nil else { return value }
        switch value {
        case .null, .bool: return value
        case .number(let number): return number.hasSameBytes(as: text(number)) ? value : .string(text(number))
        case .string(let string): return .string(text(string))
        case .array(let values): return .array(values.map(self.value))
        case .object(let members):
            return .object(members.map { QueryValue.Member(text($0.name), self.value($0.value)) })
        }
    }

    /// Returns the input of a handler without secrets; nil if inputs are not kept.
    package func input(_ input: Confidential<QueryValue>) -> QueryValue? { keepsInputs ? value(input.redacted) : nil }

    /// Returns the arguments of a command without secrets; nil if inputs are not kept.
    package func arguments(_ arguments: Confidential<[String]>) -> [String]? {
        keepsInputs ? arguments.redacted.map(text) : nil
    }

    /// Returns an outcome without secrets.
    package func outcome(_ outcome: Outcome) -> Outcome {
        switch outcome {
        case .success(let output): return .success(value(secrets.marked(output)))
        case .error(let error):
            // The message names the path of the URL. Without a route, any part of the path may be a value.
            let showsPath = !keepsInputs && error.code == StandardCode.noRoute.rawValue
            // The detail of an input error shows the value.
            let showsValue = !keepsInputs && error.code == StandardCode.input.rawValue
            return .error(
                OutcomeError(
                    code: error.code, message: showsPath ? "no route" : text(error.message),
                    detail: showsValue ? nil : error.detail.map(text)))
        case .cancel: return .cancel
        }
    }
}

extension Scheme {
    /// The scheme before the first colon of a text; nil for a text without a scheme.
    init?(of url: String) {
        guard let colon = url.firstIndex(of: ":") else { return nil }
        self.init(url[..<colon])
    }
}
