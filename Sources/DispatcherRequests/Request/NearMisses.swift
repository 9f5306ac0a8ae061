import DispatcherConfiguration
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Spellings that resemble a known name or path. The daemon corrects no spelling, but the author should learn of it.
extension RequestProgress {
    /// The near misses of a request, for the log.
    package var nearMisses: [String] {
        guard let url else { return [] }
        return nameMisses(of: url) + (matched == nil ? pathMisses : [])
    }

    /// The near misses of the path: `/Create` is not /create.
    var pathMisses: [String] {
        guard let url else { return [] }
        return received.table.routes.caseSlips(for: url).map { "the path is not '\($0)': paths compare exactly" }
    }

    /// Returns the near misses of names: `X-Success` is not x-success, and `Title` is not `title`.
    private func nameMisses(of url: XCallbackURL) -> [String] {
        let reserved = CallbackKind.allCases.map(\.parameterName) + ["x-source"]
        let known = reserved + (route?.definition?.value.input.map(\.name) ?? [])
        return (url.parameters.elements + url.reserved.elements).compactMap { parameter in
            guard !known.contains(where: { $0.hasSameBytes(as: parameter.name) }),
                let meant = known.first(where: { $0.lowercased() == parameter.name.lowercased() })
            else { return nil }
            return "'\(parameter.name)' is not '\(meant)': names compare exactly"
        }
    }
}
