/// Collects all mistakes and warnings of a file.
final class Diagnostics {
    private var foundMistakes: [Finding] = []
    private var foundWarnings: [Finding] = []
    private var foundOverruled: [Finding] = []
    /// The unknown key that may have caused the later mistakes; nil without such a key.
    private var cause: SourceLocation?

    /// A diagnostic, and the place by which diagnostics are sorted.
    private typealias Finding = (place: SourceLocation, diagnostic: Diagnostic)

    var mistakes: [Diagnostic] { (foundMistakes + foundOverruled).map(\.diagnostic) }
    var warnings: [Diagnostic] { foundWarnings.map(\.diagnostic) }
    /// Whether a mistake keeps the file from loading.
    var hasMistakes: Bool { !foundMistakes.isEmpty }

    func mistake(_ location: SourceLocation, _ message: String) {
        let place = cause.map { location.isBefore($0) ? $0 : location } ?? location
        add((place, Diagnostic(location, message)), to: \.foundMistakes)
    }

    /// Reports a mistake in a file that is loaded nevertheless, with a safer rule than the file has.
    func overruled(_ location: SourceLocation, _ message: String) {
        add((location, Diagnostic(location, message)), to: \.foundOverruled)
    }

    func warning(_ location: SourceLocation, _ message: String) {
        add((location, Diagnostic(location, message)), to: \.foundWarnings)
    }

    /// Reports a key that the section does not have. The key may be the reason for later mistakes, so it is listed
    /// before them.
    func unknownKey(_ location: SourceLocation, _ message: String) {
        mistake(location, message)
        if cause.map({ $0.isBefore(location) }) ?? true { cause = location }
    }

    /// Reads a part of the file. An unknown key inside the part is not the cause of mistakes outside, and the other way
    /// round.
    func part<Result>(_ read: () -> Result) -> Result {
        let outer = cause
        cause = nil
        defer { cause = outer }
        return read()
    }

    /// The maximum number of mistakes, and of warnings.
    private static let limit = 1000

    /// Adds a diagnostic in the order of the places. A repeated diagnostic is ignored.
    private func add(_ finding: Finding, to path: ReferenceWritableKeyPath<Diagnostics, [Finding]>) {
        let list = self[keyPath: path]
        guard list.count < Self.limit, !list.contains(where: { $0.diagnostic == finding.diagnostic }) else { return }
        let index = list.firstIndex { finding.place.isBefore($0.place) } ?? list.endIndex
        self[keyPath: path].insert(finding, at: index)
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
