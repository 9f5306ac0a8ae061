import DispatcherConfiguration
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// Spellings that resemble a known name or path. The daemon corrects no spelling, but the author should learn of it.
extension RequestProgress {
    /// The near misses of a request, for the log.
    package var nearMisses: [String] {
        guard let url else { return [] }
        return nameMisses(of: url) + separatorMisses(of: url) + [fragmentMiss(of: url)].compactMap(\.self)
            + (matched == nil ? pathMisses : [])
    }

    /// The near misses of the path: `/Create` is not /create.
    var pathMisses: [String] {
        guard let url else { return [] }
        return received.table.routes.caseSlips(for: url).map { "the path is not '\($0)': paths compare exactly" }
    }

    /// Returns the near misses of separators: in `message;subject=Hi`, the name is `message;subject`.
    private func separatorMisses(of url: XCallbackURL) -> [String] {
        url.parameters.elements.filter { $0.name.utf8.contains(UInt8(ascii: ";")) }.map {
            "';' separates nothing, so '\($0.name)' is one name; parameters are separated by '&'"
        }
    }

    /// Returns the near miss of a fragment that the route does not use. The fragment is secret.
    private func fragmentMiss(of url: XCallbackURL) -> String? {
        guard let fragment = url.fragment, !fragment.isEmpty, let route, !route.mayUseFragment else { return nil }
        return "everything from '#' on is a fragment, which the route does not use; in a value, '#' is written as %23"
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
