/// Collects all mistakes and warnings of a file.
final class Diagnostics {
    private var foundMistakes: [Finding] = []
    private var foundWarnings: [Finding] = []
    /// The unknown key that may have caused the mistakes that follow; nil without one.
    private var cause: SourceLocation?

    /// A diagnostic, and the place where it is listed.
    private struct Finding {
        let place: SourceLocation
        let diagnostic: Diagnostic
    }

    var mistakes: [Diagnostic] { foundMistakes.map(\.diagnostic) }
    var warnings: [Diagnostic] { foundWarnings.map(\.diagnostic) }
    var hasMistakes: Bool { !foundMistakes.isEmpty }

    func mistake(_ location: SourceLocation, _ message: String) {
        let place = cause.map { location.isBefore($0) ? $0 : location } ?? location
        add(Finding(place: place, diagnostic: Diagnostic(location, message)), to: \.foundMistakes)
    }

    func warning(_ location: SourceLocation, _ message: String) {
        add(Finding(place: location, diagnostic: Diagnostic(location, message)), to: \.foundWarnings)
    }

    /// Reports a key that the section does not have. It may be the reason for the mistakes that follow, so it is listed before
    /// them.
    func unknownKey(_ location: SourceLocation, _ message: String) {
        mistake(location, message)
        if cause.map({ $0.isBefore(location) }) ?? true { cause = location }
    }

    /// Reads a part of the file. Its unknown keys cause no mistakes elsewhere, and those elsewhere none in it.
    func part<Result>(_ read: () -> Result) -> Result {
        let outer = cause
        cause = nil
        defer { cause = outer }
        return read()
    }

    /// The maximum number of each kind.
    private static let limit = 1000

    /// Keeps the order of the places, and each diagnostic once.
    private func add(_ finding: Finding, to path: ReferenceWritableKeyPath<Diagnostics, [Finding]>) {
        let list = self[keyPath: path]
        guard list.count < Self.limit, !list.contains(where: { $0.diagnostic == finding.diagnostic }) else { return }
        let index = list.firstIndex { finding.place.isBefore($0.place) } ?? list.endIndex
        self[keyPath: path].insert(finding, at: index)
    }
}

extension SourceLocation {
    fileprivate func isBefore(_ other: SourceLocation) -> Bool { (line, column) < (other.line, other.column) }
}

/// A mistake or a warning: the place in a file, and a message about what is wrong and what would be right.
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

/// A place in a file. Lines and columns count from 1, columns in Unicode scalars, as editors do.
package struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int

    package var description: String { file + ":" + String(line) + ":" + String(column) }
}
