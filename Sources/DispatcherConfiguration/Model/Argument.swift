/// An element of `run`. An element becomes one argument, several or none. The arguments of a group appear together or
/// not at all.
package enum Argument: Sendable, Hashable {
    case element(Template)
    case group([Template])
}
