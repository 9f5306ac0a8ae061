import Foundation
import TestSupport

/// A fenced block of a page.
struct Sample {
    let language: String
    let text: String

    /// The blocks of a page, in order. A page of the daemon's manual is named without its folder.
    static func all(in page: String) throws -> [Sample] {
        let path = Repository.pages.first { $0.hasSuffix("DispatcherService.docc/\(page)") } ?? page
        let parts = try Repository.text(path).components(separatedBy: "\n```")
        return stride(from: 1, to: parts.count, by: 2).map { index in
            let lines = parts[index].split(separator: "\n", maxSplits: 1)
            return Sample(language: String(lines[0]), text: lines.count > 1 ? "\(lines[1])\n" : "")
        }
    }

    /// The texts of the blocks of one language.
    static func texts(_ language: String, in page: String) throws -> [String] {
        try all(in: page).filter { $0.language == language }.map(\.text)
    }
}
