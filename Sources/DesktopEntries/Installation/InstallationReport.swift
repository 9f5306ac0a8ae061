/// A report of an installation or its removal, for people.
package struct InstallationReport: Sendable, Hashable {
    /// The result of a step.
    package enum Verdict: String, Sendable, Hashable {
        /// The step was done.
        case done = "done"
        /// A rehearsal skipped the step; an installation would do it.
        case planned = "would"
        /// A package has done the step.
        case packaged = "package"
        /// The step was skipped on purpose.
        case skipped = "skipped"
        /// The step was done, but will not always work.
        case warning = "warning"
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

    /// A step that changes something.
    enum Deed: String {
        case copy, write, make, remove, update, enable, disable, start, stop, restart
        case putBack = "put back"

        var past: String {
            switch self {
            case .copy: "copied"
            case .write: "wrote"
            case .make: "made"
            case .putBack: rawValue
            case .stop: "stopped"
            case .update, .enable, .disable, .remove: rawValue + "d"
            case .start, .restart: rawValue + "ed"
            }
        }
    }

    /// Whether nothing is changed, and the steps are only listed.
    package let isRehearsal: Bool
    /// The steps in order.
    package private(set) var lines: [Line] = []
    /// The directories that a removal left because they were not empty, and that the installation had made, the innermost first.
    var madeDirectories: [String] = []
    /// The number of files that were in place with the right content.
    package internal(set) var unchanged = 0
    /// Whether a step failed that is necessary for URLs. A missing user manager is not a failure.
    package private(set) var failed = false

    package init(isRehearsal: Bool = false) { self.isRehearsal = isRehearsal }

    /// Adds a step that was done or that, in a rehearsal, would be done.
    mutating func add(_ deed: Deed, _ object: String) {
        add(isRehearsal ? .planned : .done, "\(isRehearsal ? deed.rawValue : deed.past) \(object)")
    }

    package mutating func add(_ verdict: Verdict, _ text: String) {
        lines.append(Line(verdict: verdict, text: text))
    }

    mutating func fail(_ text: String) {
        add(.couldNot, text)
        failed = true
    }
}
