/// Collects all mistakes and warnings of a file.
final class Diagnostics {
    private(set) var mistakes: [Diagnostic] = []
    private(set) var warnings: [Diagnostic] = []

    func mistake(_ location: SourceLocation, _ message: String) {
        Self.add(Diagnostic(location, message), to: &mistakes)
    }
    func warning(_ location: SourceLocation, _ message: String) {
        Self.add(Diagnostic(location, message), to: &warnings)
    }

    /// The maximum number of each kind.
    private static let limit = 1000

    /// Keeps the order of the file, and each diagnostic once.
    private static func add(_ finding: Diagnostic, to list: inout [Diagnostic]) {
        guard list.count < limit, !list.contains(finding) else { return }
        let place = list.firstIndex { finding.location.isBefore($0.location) } ?? list.endIndex
        list.insert(finding, at: place)
    }
}

extension SourceLocation {
    fileprivate func isBefore(_ other: SourceLocation) -> Bool { (line, column) < (other.line, other.column) }
}
