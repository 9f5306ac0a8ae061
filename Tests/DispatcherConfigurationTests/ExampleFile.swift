import DispatcherConfiguration
import TestSupport

/// A whole file around lines of the manual.
struct ExampleFile {
    enum Kind: Sendable { case config, file, route }

    let kind: Kind
    let text: String

    init(_ kind: Kind, _ lines: String) {
        self.kind = kind
        func has(_ keys: String...) -> Bool {
            lines.split(separator: "\n").contains { line in keys.contains { line.hasPrefix("\($0):") } }
        }
        switch kind {
        case .config: text = lines + "\n"
        case .file:
            text =
                lines + "\n" + (has("schemes", "domains") ? "" : "schemes: [notes]\n")
                + (has("routes") ? "" : "routes: [{name: r, path: /r, run: [\"true\"]}]\n")
        case .route:
            let route =
                lines + (has("name") ? "" : "\nname: r") + (has("path") ? "" : "\npath: /r")
                + (has("run", "script", "open", "redirect", "worker") ? "" : "\nrun: [\"true\"]")
            text = "schemes: [notes]\nroutes:\n  - \(route.replacing("\n", with: "\n    "))\n"
        }
    }

    func load() throws -> Configuration {
        try TemporaryFolder(configuration: [kind == .config ? "config.yaml" : "routes.d/notes.yaml": text]).load()
    }

    func mistakes() throws -> [String] {
        let configuration = try load()
        return (configuration.mistakes + configuration.checkExamples()).map(\.description)
    }
}
