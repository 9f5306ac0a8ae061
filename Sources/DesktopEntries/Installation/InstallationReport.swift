/// A report of an installation or its removal, for people.
package struct InstallationReport: Sendable, Hashable {
    /// The result of a step.
    package enum Verdict: String, Sendable, Hashable {
        /// The step was done.
        case done = "done"
        /// The step was left out on purpose.
        case skipped = "skipped"
        /// The step was done, but will not always work.
        case warning = "warning"
        /// The step failed.
        case couldNot = "could not"
    }

    /// One step.
    package struct Line: Sendable, Hashable, CustomStringConvertible {
        /// Its result.
        package let verdict: Verdict
        /// The step, and the reason if it was not done.
        package let text: String

        /// The line that is printed.
        package var description: String { "\(verdict.rawValue): \(text)" }
    }

    /// The steps in order.
    package private(set) var lines: [Line] = []
    /// Whether a step failed that URLs need. A missing user manager is not a failure.
    package private(set) var failed = false

    mutating func add(_ verdict: Verdict, _ text: String) {
        lines.append(Line(verdict: verdict, text: text))
    }

    mutating func fail(_ text: String) {
        add(.couldNot, text)
        failed = true
    }
}
