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
    var remedy: String?
    var time: Duration?

    static func ok(_ subject: String, _ text: String, time: Duration? = nil) -> Finding {
        Finding(grade: .ok, subject: subject, text: text, time: time)
    }

    static func hint(_ subject: String, _ text: String, remedy: String? = nil) -> Finding {
        Finding(grade: .hint, subject: subject, text: text, remedy: remedy)
    }

    static func fault(_ subject: String, _ text: String, remedy: String? = nil) -> Finding {
        Finding(grade: .fault, subject: subject, text: text, remedy: remedy)
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
        append(Finding(grade: grade, subject: subject, text: text, remedy: remedy, time: time))
    }
}
