/// Collects all mistakes and warnings of a file.
final class Diagnostics {
    private var foundMistakes: [Diagnostic] = []
    private var foundOverruled: [Diagnostic] = []
    private(set) var warnings: [Diagnostic] = []

    var mistakes: [Diagnostic] { foundMistakes + foundOverruled }
    /// Whether a mistake keeps the file from loading.
    var hasMistakes: Bool { !foundMistakes.isEmpty }

    func mistake(_ location: SourceLocation, _ message: String) {
        Self.add(Diagnostic(location, message), to: &foundMistakes)
    }

    /// Reports a mistake in a file that is loaded nevertheless, with a safer rule than the file has.
    func overruled(_ location: SourceLocation, _ message: String) {
        Self.add(Diagnostic(location, message), to: &foundOverruled)
    }

    func warning(_ location: SourceLocation, _ message: String) {
        Self.add(Diagnostic(location, message), to: &warnings)
    }

    /// The maximum number of mistakes, and of warnings.
    private static let limit = 1000

    /// Adds a diagnostic in the order of the places. A repeated diagnostic is ignored.
    private static func add(_ diagnostic: Diagnostic, to list: inout [Diagnostic]) {
        guard list.count < limit, !list.contains(diagnostic) else { return }
        let index = list.firstIndex { diagnostic.location.isBefore($0.location) } ?? list.endIndex
        list.insert(diagnostic, at: index)
    }
}

/// A mistake or a warning: a place in a file, and a message about the fault and its correction.
package struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
    package var location: SourceLocation
    package var message: String

    package init(_ location: SourceLocation, _ message: String) {
        self.location = location
        self.message = message
    }

    /// `routes.d/notes.yaml:12:7: unknown type 'strng'; did you mean 'string'?`
    package var description: String { "\(location): \(message)" }
}

/// A place in a file. Lines and columns count from 1. Columns count Unicode scalars, as in editors.
package struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int

    package var description: String { file + ":" + String(line) + ":" + String(column) }

    fileprivate func isBefore(_ other: SourceLocation) -> Bool { (line, column) < (other.line, other.column) }
}
