/// What became of the start of an opener.
package enum OpenerStart: Sendable {
    /// It runs.
    case started(OpenerEnd)
    /// It does not run, or no app would get the URL.
    case failed(String)
    /// Nobody knows whether it runs.
    case uncertain(String)
}
