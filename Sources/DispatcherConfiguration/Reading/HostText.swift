import XCallbackURL

/// Reads a host, with its port if it has one.
enum HostText {
    static func read(_ text: String) -> String? {
        guard let url = try? XCallbackURL("https://\(text)"), url.authority == .host(text.lowercased()) else {
            return nil
        }
        return text.lowercased()
    }
}
