import DispatcherMessages
import ProgramHelp
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
    /// The remedy, a command or a sentence, which is shown if the subject is not ok.
    let remedy: String?
    let time: Duration?

    init(_ grade: Grade, _ subject: String, _ text: String, remedy: String? = nil, time: Duration? = nil) {
        (self.grade, self.subject, self.text, self.remedy, self.time) = (grade, subject, text, remedy, time)
    }

    /// Prints the finding, and the remedy below it.
    func show() {
        let label = (grade.style.applied(to: grade.rawValue).padded(to: 7) + subject).padded(to: 25)
        let took = time.map { " (\(LocalTime.brief($0)))" } ?? ""
        Shell.print(label + Printable.message(text) + took, indentation: 25)
        guard grade != .ok, let remedy = remedy.map({ Printable.message($0) }) else { return }
        // A remedy that is a command can be copied.
        let isCommand = ["xcallback ", "systemctl "].contains(where: remedy.hasPrefix)
        Shell.print("       → " + (isCommand ? "" : remedy), copied: isCommand ? remedy : "", indentation: 9)
    }
}

extension [Finding] {
    /// Adds a finding.
    mutating func add(
        _ grade: Finding.Grade, _ subject: String, _ text: String, remedy: String? = nil, time: Duration? = nil
    ) {
        append(Finding(grade, subject, text, remedy: remedy, time: time))
    }

    /// The findings with the faults after what is right, and the hints at the end.
    var byGrade: Self {
        [Finding.Grade.ok, .fault, .hint].flatMap { grade in filter { $0.grade == grade } }
    }
}
