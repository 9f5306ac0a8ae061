import DispatcherMessages
import QueryCoding
import URLSchemeRouter
import XCallbackURL

/// The commands that run a route with the inputs of its example URLs.
struct ExampleCommand {
    private let route: ListedRoute
    private let isOpaque: Bool
    private let table: RouteTable<Void>

    /// Nil if the daemon lists a pattern that this version does not know.
    init?(_ route: ListedRoute) {
        self.route = route
        let isOpaque = route.isOpaque ?? false
        self.isOpaque = isOpaque
        var builder = RouteTable<Void>.Builder()
        do {
            try builder.add(
                name: route.name, patterns: route.paths.map { try RoutePattern($0, isOpaque: isOpaque) },
                scopes: isOpaque
                    ? route.schemes.compactMap { Scheme($0) }.map { Scope.scheme($0) } : [.anyScheme, .anyDomain],
                declaration: "", payload: ())
        } catch {
            return nil
        }
        table = builder.build()
    }

    /// Returns the command as a line for a shell; nil if another route answers the URL, or if an argument cannot
    /// express a value.
    func line(for url: String) -> String? {
        let parsed = try? isOpaque ? XCallbackURL(opaque: url) : XCallbackURL(url)
        guard let parsed, let match = table.match(parsed, lenientAuthority: false) else {
            return nil
        }
        var words = ["xcallback", "run", route.name]
        for parameter in match.input(parsed).elements {
            guard let field = route.input.first(where: { $0.takes(parameter.name) }) else { continue }
            // The items of an opaque URL are not known once the URL is decoded.
            guard !isOpaque || field.separator == nil else { return nil }
            // A bare flag is true; any other bare name has no value.
            guard let value = parameter.value ?? (field.type == "bool" ? "true" : nil) else { continue }
            for item in field.items(of: value) {
                // As an argument, `-` would mean standard input.
                guard item != "-" else { return nil }
                words.append("\(field.name)=\(item.hasPrefix("@") ? "@" : "")\(item)")
            }
        }
        return Printable.command(words)
    }
}

extension ListedField {
    /// Returns the items in the text of a parameter.
    fileprivate func items(of text: String) -> [String] {
        guard let separator, let byte = (separator == "newline" ? "\n" : separator).utf8.first else { return [text] }
        guard !text.isEmpty else { return [] }
        return text.utf8.split(separator: byte, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }

    /// Whether a parameter of that name belongs to the field.
    fileprivate func takes(_ parameter: String) -> Bool {
        isArray ? parameter.isElement(ofArray: name) : parameter.hasSameBytes(as: name)
    }
}
