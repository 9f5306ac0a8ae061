import DispatcherConfiguration
import QueryCoding
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

    /// The examples of all keys and types, with their names.
    static let manual: [(name: String, file: ExampleFile)] =
        KeyDefinitionTests.Key.all.map { ($0.key.name, ExampleFile($0.kind, $0.key.example)) }
        + InputTypeName.allCases.map { ($0.rawValue, ExampleFile(.route, $0.manual.example)) }

    func load() throws -> Configuration {
        try TemporaryFolder(configuration: [kind == .config ? "config.yaml" : "routes.d/notes.yaml": text]).load()
    }

    func mistakes() throws -> [String] {
        let configuration = try load()
        return (configuration.mistakes + configuration.checkExamples()).map(\.description)
    }
}
