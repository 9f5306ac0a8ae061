package import XCallbackURL

/// The URL that a route opens or redirects to.
package struct URLTemplate: Sendable, Hashable {
    package let template: Template
    /// Whether the author's text has `//` after the scheme.
    let startsWithAuthority: Bool

    package init(template: Template) {
        self.template = template
        if case .text(let text)? = template.pieces.first {
            startsWithAuthority = URLExpansion.hasAuthority(Array(text.utf8))
        } else {
            startsWithAuthority = false
        }
    }

    /// The scheme, which is always literal.
    package var scheme: Scheme? {
        guard case .text(let text)? = template.pieces.first else { return nil }
        return Scheme(text.prefix { $0 != ":" })
    }

    /// Whether a value may be a part of the authority.
    var hasValueInAuthority: Bool {
        guard startsWithAuthority, template.pieces.count > 1, case .text(let text)? = template.pieces.first else {
            return false
        }
        let authority = text.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst("://".utf8.count)
        return !authority.contains { "/?#".utf8.contains($0) }
    }

    /// A sample URL, with a letter in place of each value.
    var sample: String { template.pieces.map { if case .text(let text) = $0 { text } else { "v" } }.joined() }
}
