import FoundationEssentials

/// A router that does with Foundation's parts what finnvoor/URLSchemeRouter documents, in the same steps. URLComponents parses
/// the URL. A `Decoder` reads the callbacks and then the input from all query items. Routes are tried in turn. URLComponents
/// builds the callback with the items of the encoded output.
final class FoundationRouter {
    private struct Route {
        let path: String
        /// Runs the handler, and returns the items of its output.
        let run: ([URLQueryItem]) throws -> [URLQueryItem]
    }

    private struct Callbacks: Decodable {
        let success: String?
        let error: String?

        enum CodingKeys: String, CodingKey {
            case success = "x-success"
            case error = "x-error"
        }
    }

    private let scheme: String
    private let openURL: (URL) -> Void
    private var routes: [Route] = []

    init(scheme: String, openURL: @escaping (URL) -> Void = { use($0) }) {
        self.scheme = scheme
        self.openURL = openURL
    }

    func route<Input: Decodable, Output: Encodable>(_ path: String, _ handler: @escaping (Input) throws -> Output) {
        routes.append(
            Route(path: path) { items in
                let encoder = ItemEncoder()
                try handler(try Input(from: ItemDecoder(items))).encode(to: encoder)
                return encoder.items
            })
    }

    func route(_ path: String, _ handler: @escaping () throws -> Void) {
        routes.append(
            Route(path: path) { _ in
                try handler()
                return []
            })
    }

    func handle(_ url: URL) -> Bool {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: false), components.scheme == scheme
        else { return false }
        let items = components.queryItems ?? []
        let callbacks = try? Callbacks(from: ItemDecoder(items))
        for route in routes where route.path == components.path {
            do {
                open(callbacks?.success, try route.run(items))
            } catch {
                open(
                    callbacks?.error,
                    [
                        URLQueryItem(name: "errorCode", value: "0"),
                        URLQueryItem(name: "errorMessage", value: "\(error)"),
                    ])
            }
        }
        return true
    }

    private func open(_ callback: String?, _ items: [URLQueryItem]) {
        guard let callback, var components = URLComponents(string: callback) else { return }
        // One after the other, as the original does.
        for item in items { components.queryItems = (components.queryItems ?? []) + [item] }
        if let url = components.url { openURL(url) }
    }
}
