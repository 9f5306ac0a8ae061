import DispatcherMessages
import UnixSystem

/// A result of `doctor` about one subject.
struct Finding {
    enum Grade: String {
        case ok
        /// The subject works, but not fully.
        case hint
        case fault = "FAULT"

        var style: TextStyle {
            switch self {
            case .ok: .good
            case .hint: .warning
            case .fault: .bad
            }
        }
    }

    let grade: Grade
    let subject: String
    let text: String
    /// The remedy: a command, or a sentence.
    let remedy: String?
    let time: Duration?

    init(_ grade: Grade, _ subject: String, _ text: String, remedy: String? = nil, time: Duration? = nil) {
        (self.grade, self.subject, self.text, self.remedy, self.time) = (grade, subject, text, remedy, time)
    }

    /// Prints the finding in a line, and the remedy in a second line.
    func show() {
        let mark = grade.style.applied(to: grade.rawValue)
        let took = time.map { " (\(LocalTime.brief($0)))" } ?? ""
        let gap = String(repeating: " ", count: 7 - grade.rawValue.utf8.count)
        let space = String(repeating: " ", count: max(1, 18 - subject.columns))
        Shell.print("\(mark)\(gap)\(subject)\(space)\(Printable.message(text))\(took)")
        if let remedy { Shell.print("       → \(Printable.message(remedy))") }
    }
}

extension [Finding] {
    /// Adds a finding.
    mutating func add(
        _ grade: Finding.Grade, _ subject: String, _ text: String, remedy: String? = nil, time: Duration? = nil
    ) {
        append(Finding(grade, subject, text, remedy: remedy, time: time))
    }
}
