package import XCallbackURL

/// The URL that a route opens or redirects to.
package struct URLTemplate: Sendable, Hashable {
    package let template: Template

    package init(template: Template) { self.template = template }

    /// Whether the author's text has `//` after the scheme.
    var startsWithAuthority: Bool { URLExpansion.hasAuthority(Array(template.leadingText.utf8)) }

    /// The scheme, which is always literal.
    package var scheme: Scheme? { Scheme(template.leadingText.prefix { $0 != ":" }) }

    /// Whether a value may be a part of the authority.
    var hasValueInAuthority: Bool {
        let authority = template.leadingText.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst("://".utf8.count)
        return startsWithAuthority && template.pieces.count > 1 && !authority.contains { "/?#".utf8.contains($0) }
    }

    /// A sample URL, with a letter in place of each value.
    var sample: String { template.pieces.map { if case .text(let text) = $0 { text } else { "v" } }.joined() }
}
