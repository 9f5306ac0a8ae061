import Foundation

/// The files of the repository.
package enum Repository {
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The paths of the Swift files in a folder, relative to the root.
    package static func swiftFiles(_ folder: String) -> [String] { files(folder, suffix: ".swift") }

    /// The pages of the documentation catalogs, relative to the root.
    package static var pages: [String] { files("Sources", suffix: ".md") }

    /// The paths of the files in a folder with this ending, relative to the root.
    package static func files(_ folder: String, suffix: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.allObjects as? [String] ?? []
        return all.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
    }

    package static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }
}
