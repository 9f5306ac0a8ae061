/// An element of `run`: one that becomes an argument, several or none, or a group that stands or falls together.
package enum Argument: Sendable, Hashable {
    case element(Template)
    case group([Template])
}
