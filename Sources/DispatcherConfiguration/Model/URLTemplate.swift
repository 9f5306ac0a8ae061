/// The URL that a route opens or redirects to.
package struct URLTemplate: Sendable, Hashable {
    package var template: Template

    package init(template: Template) { self.template = template }

    /// The URL with a letter in place of each value.
    var sample: String { template.pieces.map { if case .text(let text) = $0 { text } else { "v" } }.joined() }
}
