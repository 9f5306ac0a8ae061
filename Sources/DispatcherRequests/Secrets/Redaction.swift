import DispatcherConfiguration
import DispatcherMessages
package import QueryCoding
package import XCallbackURL

/// The form in which a request is recorded: without its secrets, wherever they occur in the request and however they
/// are encoded there.
package final class Redaction: Sendable {
    private static let mark = Array(Secrets.mark.utf8)
    private static let encodedMark = Array(PercentCoding.encode(Secrets.mark).utf8)

    let secrets: Secrets
    /// Nil if there are no secrets.
    private let search: SecretSearch?
    /// Whether values are kept.
    private let keepsInputs: Bool

    /// - Parameter other: A redaction whose search is used if its secrets have the same texts.
    init(_ secrets: Secrets, keepsInputs: Bool = false, like other: Redaction? = nil) {
        self.secrets = secrets
        self.keepsInputs = keepsInputs
        if let other, other.secrets.texts == secrets.texts {
            search = other.search
        } else {
            search = secrets.texts.isEmpty ? nil : SecretSearch(secrets.texts)
        }
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
        let bytes = Array(url.utf8)
        let names = RawPart.all(in: bytes).filter { bytes[$0.place].elementsEqual(encodedMark) }.compactMap(\.name)
            .map { "'\(Printable.shown($0, limit: 64))'" }
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
        return String(decoding: url(Array(text.utf8), depth: 0), as: UTF8.self)
    }

    private func url(_ url: [UInt8], depth: Int) -> [UInt8] {
        var url = url
        // No other search finds a short password.
        if let password = RawPart.password(in: url[...]) { url.replaceSubrange(password, with: Self.encodedMark) }
        var parts: [UInt8] = []
        var end = url.startIndex
        for part in RawPart.all(in: url) {
            parts += url[end..<part.place.lowerBound]
            parts += self.part(url[part.place], isCallback: Self.isCallback(part, depth), depth: depth)
            end = part.place.upperBound
        }
        parts += url[end...]
        // A secret may extend over several parts.
        return search?.replacing(in: parts[...], by: Self.encodedMark, except: Self.kept(in: parts, depth: depth))
            ?? parts
    }

    private func part(_ part: ArraySlice<UInt8>, isCallback: Bool, depth: Int) -> ArraySlice<UInt8> {
        let text = Array(RawPart.decoded(part).utf8)
        if isCallback {
            let callback = url(text, depth: depth + 1)
            guard callback != text else { return part }
            return Array(PercentCoding.encode(String(decoding: callback, as: UTF8.self)).utf8)[...]
        }
        if secrets.texts.contains(text) { return Self.encodedMark[...] }
        return search?.replacing(in: part, by: Self.encodedMark).map { $0[...] } ?? part
    }

    /// Returns which bytes of a URL stay unchanged when it is searched as a whole.
    ///
    /// The scheme, the host and the callbacks stay unchanged, because the destination of an answer is shown. The marks
    /// stay unchanged too: a secret that is a part of a mark could be read from a mark inside a mark.
    private static func kept(in url: [UInt8], depth: Int) -> [Bool] {
        var kept = [Bool](repeating: false, count: url.count)
        func keep(_ range: Range<Int>) { for index in range { kept[index] = true } }
        let parts = RawPart.all(in: url)
        keep(0..<(parts.first?.place.lowerBound ?? url.endIndex))
        for part in parts where isCallback(part, depth) { keep(part.place) }
        // The standard library's search for the mark takes many times as long.
        for index in url.indices where url[index] == encodedMark[0] && url[index...].starts(with: encodedMark) {
            keep(index..<(index + encodedMark.count))
        }
        return kept
    }

    /// Whether the part is a callback that is searched as a separate URL.
    private static func isCallback(_ part: RawPart, _ depth: Int) -> Bool {
        depth < Secrets.maximumDepth && part.isCallback
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
