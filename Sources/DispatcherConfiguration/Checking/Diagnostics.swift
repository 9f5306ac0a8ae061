/// What is found while a file is read: everything, not the first thing.
final class Diagnostics {
    private(set) var mistakes: [Diagnostic] = []
    private(set) var warnings: [Diagnostic] = []

    func mistake(_ location: SourceLocation, _ message: String) {
        Self.add(Diagnostic(location, message), to: &mistakes)
    }
    func warning(_ location: SourceLocation, _ message: String) {
        Self.add(Diagnostic(location, message), to: &warnings)
    }

    /// Nobody reads more of them.
    private static let limit = 1000

    /// Keeps the order of the file, and each finding once.
    private static func add(_ finding: Diagnostic, to list: inout [Diagnostic]) {
        guard list.count < limit, !list.contains(finding) else { return }
        let place = list.firstIndex { finding.location.isBefore($0.location) } ?? list.endIndex
        list.insert(finding, at: place)
    }
}

extension SourceLocation {
    fileprivate func isBefore(_ other: SourceLocation) -> Bool { (line, column) < (other.line, other.column) }
}
