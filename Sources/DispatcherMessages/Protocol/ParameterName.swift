/// The parameters of the methods.
package enum ParameterName: String, Sendable {
    /// Whether the answers to calls are listed.
    case answers
    case callbacks, door, duration, enabled, ending, environment, follow, id, input, limit, name, outcome
    /// Parameters that are appended to a URL.
    case parameters
    case plusAsSpace = "plus-as-space"
    case route, routes, running
    /// The names of parameters that are secret.
    case secret
    case since, source, timeout, url, wait, web
}
