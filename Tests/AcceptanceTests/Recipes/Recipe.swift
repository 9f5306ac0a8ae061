import Foundation
import TestSupport

/// The files of `config/recipes`, as a user copies them.
enum Recipe {
    private static let folder = "\(Repository.root)/config/recipes"

    /// All files of routes.
    static let files = Repository.files("config/recipes", suffix: ".yaml")

    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }

    /// A sandbox with files of routes, and the programs that they use.
    static func sandbox(_ names: [String]) throws -> Sandbox {
        let sandbox = try Sandbox()
        for name in names { try sandbox.write(text("\(name).yaml"), to: "\(sandbox.routesFolder)/\(name).yaml") }
        try FileManager.default.copyItem(
            atPath: "\(Repository.root)/config/bin", toPath: "\(sandbox.path)/config/xcallbackd/bin")
        return sandbox
    }

    /// The block of the page that is in a language and has the text.
    static func sample(_ language: String, with text: String) throws -> String {
        let found = try Sample.texts(language, in: "Recipes.md").filter { $0.contains(text) }
        guard found.count == 1 else { throw Failure("\(found.count) samples with \(text)") }
        return found[0].trimmingCharacters(in: .newlines)
    }
}
