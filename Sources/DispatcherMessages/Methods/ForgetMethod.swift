/// `forget`: deletes all finished requests, so that no file holds a word of them.
package enum ForgetMethod: Method {
    package typealias Result = NoMembers
    package static let name = "forget"
}
