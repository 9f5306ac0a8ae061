/// The URL that an `open` route opens.
package struct OpenTemplate: Sendable, Hashable {
    package var template: Template
}
