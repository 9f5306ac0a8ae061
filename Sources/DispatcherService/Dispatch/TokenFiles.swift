import DispatcherRequests
import NIOPosix
import UnixSystem

/// Reads the token files of routes.
enum TokenFiles {
    /// The text of the file that a request's token is compared with.
    static func text(for matched: MatchedRequest) async -> TokenText {
        guard let file = RouteToken.file(for: matched) else { return .notNeeded }
        do {
            // Reading blocks, which a cooperative thread must not.
            let bytes = try await NIOThreadPool.singleton.runIfActive {
                try FileContents.read(file, limit: RouteToken.limit)
            }
            return bytes.map { .bytes($0) } ?? .unreadable
        } catch {
            return .unreadable
        }
    }
}
