/// The reply to `token`: `{"token":…,"parameter":…,"file":…}`.
package struct TokenReply: Reply, Codable {
    package var token: String
    /// The parameter of a URL that carries the token.
    package var parameter: String
    /// The file that contains the token.
    package var file: String

    package init(token: String, parameter: String, file: String) {
        self.token = token
        self.parameter = parameter
        self.file = file
    }
}
