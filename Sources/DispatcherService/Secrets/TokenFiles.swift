import DispatcherRequests
import UnixSystem

/// Reads and writes the token files of routes.
enum TokenFiles {
    /// Returns the text of the file with which a request's token is compared.
    static func text(for matched: MatchedRequest) async -> TokenText {
        guard let file = matched.tokenFile else { return .notNeeded }
        do {
            return .bytes(try await FileWork.run { try SecretFile.read(file) })
        } catch {
            return .unusable("\(error)")
        }
    }

    /// Writes a new token to the file of a route, and returns it.
    static func renew(_ file: String) async throws -> String {
        let token = RandomToken.make()
        try await FileWork.run { try SecretFile.write(token, to: file) }
        return token
    }
}
