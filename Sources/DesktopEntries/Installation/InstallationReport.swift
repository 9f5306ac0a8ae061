/// What an installation or its undoing did, told to a person.
package struct InstallationReport: Sendable, Hashable {
    /// How a step went.
    package enum Verdict: String, Sendable, Hashable {
        /// It was done.
        case done = "done"
        /// It was left alone, on purpose.
        case skipped = "skipped"
        /// It was done, but will not always work.
        case warning = "warning"
        /// It could not be done.
        case couldNot = "could not"
    }

    /// One step.
    package struct Line: Sendable, Hashable, CustomStringConvertible {
        /// How it went.
        package let verdict: Verdict
        /// The step, and the reason if it was not done.
        package let text: String

        /// As it is printed.
        package var description: String { "\(verdict.rawValue): \(text)" }
    }

    /// The steps in order.
    package private(set) var lines: [Line] = []
    /// Whether something that URLs need did not get done. A user manager that is not there is no failure.
    package private(set) var failed = false

    mutating func add(_ verdict: Verdict, _ text: String) {
        lines.append(Line(verdict: verdict, text: text))
    }

    mutating func fail(_ text: String) {
        add(.couldNot, text)
        failed = true
    }
}
