/// The parameters of the methods.
package enum ParameterName {
    package static let callbacks = "callbacks"
    package static let door = "door"
    package static let enabled = "enabled"
    package static let environment = "environment"
    package static let follow = "follow"
    package static let id = "id"
    package static let input = "input"
    package static let limit = "limit"
    package static let name = "name"
    package static let outcome = "outcome"
    /// Parameters that are appended to a URL.
    package static let parameters = "parameters"
    package static let plusAsSpace = "plus-as-space"
    package static let route = "route"
    package static let routes = "routes"
    package static let since = "since"
    package static let source = "source"
    package static let timeout = "timeout"
    package static let url = "url"
    package static let wait = "wait"
    package static let web = "web"
}
