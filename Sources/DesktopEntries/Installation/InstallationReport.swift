/// A report of an installation or its removal, for people.
package struct InstallationReport: Sendable, Hashable {
    /// The result of a step.
    package enum Verdict: String, Sendable, Hashable {
        /// The step was done.
        case done = "done"
        /// A package has done the step.
        case packaged = "package"
        /// The step was skipped on purpose.
        case skipped = "skipped"
        /// The step was done, but will not always work.
        case warning = "warning"
        /// A purge removed a folder of the user's.
        case removed = "removed"
        /// A removal left a file or folder on purpose.
        case left = "left"
        /// The step failed.
        case couldNot = "could not"
    }

    /// One step.
    package struct Line: Sendable, Hashable, CustomStringConvertible {
        /// The result of the step.
        package let verdict: Verdict
        /// The step, and the reason if it was not done.
        package let text: String

        /// The printed line.
        package var description: String { "\(verdict.rawValue): \(text)" }
    }

    /// The steps in order.
    package private(set) var lines: [Line] = []
    /// The directories that a removal left because they were not empty, and that the installation had made, the innermost first.
    var madeDirectories: [String] = []
    /// The number of files that were in place with the right content.
    package internal(set) var unchanged = 0
    /// Whether a step failed that is necessary for URLs. A missing user manager is not a failure.
    package private(set) var failed = false

    package mutating func add(_ verdict: Verdict, _ text: String) {
        lines.append(Line(verdict: verdict, text: text))
    }

    mutating func fail(_ text: String) {
        add(.couldNot, text)
        failed = true
    }
}
