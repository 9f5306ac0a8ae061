/// The URL that an `open` route opens.
package struct OpenTemplate: Sendable, Hashable {
    package var template: Template

    package init(template: Template) { self.template = template }
}
