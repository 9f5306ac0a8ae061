import Foundation
import TestSupport

/// The files of `xcallback new --recipe`, as the command writes them.
enum Recipe {
    /// All files but `appimage`, which is a command.
    static let files = Repository.files("Sources/xcallback/Recipes", suffix: ".yaml").filter {
        !$0.hasSuffix("/appimage.yaml")
    }

    /// The text of a file for a home folder.
    static func text(_ name: String, home: String) throws -> String {
        try Repository.text("Sources/xcallback/Recipes/\(name).yaml")
            .replacing("@CLIENT@", with: "\(Products.folder)/xcallback")
            .replacing("@HOME@", with: home)
    }

    /// A sandbox with files of routes.
    static func sandbox(_ names: [String]) throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.makeFolder("home/src")
        for name in names {
            try sandbox.write(
                text(name, home: "\(sandbox.path)/home"), to: "\(sandbox.routesFolder)/\(name).yaml")
        }
        return sandbox
    }

    /// The block of the page that is in a language and has the text.
    static func sample(_ language: String, with text: String) throws -> String {
        let found = try Sample.texts(language, in: "Recipes.md").filter { $0.contains(text) }
        guard found.count == 1 else { throw Failure("\(found.count) samples with \(text)") }
        return found[0].trimmingCharacters(in: .newlines)
    }
}
