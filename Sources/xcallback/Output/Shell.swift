import ArgumentParser
import DispatcherClient
import DispatcherMessages
import Glibc
import ProgramHelp
import QueryCoding
import UnixSystem

/// The process's environment, standard output for results, and standard error for everything else.
enum Shell {
    /// The value of an environment variable; nil if it is not set.
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The absolute folder that a variable names, else a folder of the home.
    static func folder(_ variable: String, orHome place: String) -> String {
        let own = self.variable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
        return own ?? "\(self.variable("HOME") ?? "")/\(place)"
    }

    /// All environment variables.
    static var environment: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let pointer = entry.pointee {
            let text = String(cString: pointer)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            entry += 1
        }
        return variables
    }

    /// Prints a line of the result for people. A narrow terminal breaks it between words.
    /// - Parameters:
    ///   - copied: The end of the line, which a person may copy, such as a command. It is never broken.
    ///   - indentation: The number of spaces before the lines that follow the first.
    static func print(_ line: String, copied: String = "", indentation: Int = 2) {
        write(layout().lines(encoded(line), copied: encoded(copied), indentation: indentation))
    }

    /// Prints the help of a command.
    static func print(help text: String) { write(layout().lines(ofHelp: text)) }

    /// Prints a value as a line of JSON, or on a terminal as JSON in several lines.
    static func print(json value: QueryValue) {
        write([isTerminal ? Printable.json(value.prettyJSON, for: environment) : value.json])
    }

    /// Prints a value as a line of JSON, also on a terminal.
    static func print(jsonLine value: QueryValue) {
        write([isTerminal ? Printable.json(value.json, for: environment) : value.json])
    }

    /// Prints a text from outside: unchanged, or escaped on a terminal, which would obey the text's escape sequences.
    static func print(text: String) { write([isTerminal ? Printable.lines(text) : text]) }

    /// Whether a person answers on standard input, and sees standard error.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isWatched }

    /// Whether a person sees standard error.
    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Prints a sentence, whose values may be from outside, to standard error.
    static func report(_ sentence: String) { write(message: "xcallback: \(Printable.message(sentence))") }

    /// Prints a message of the command-line parser, which may contain typed words, to standard error.
    static func complain(_ message: String) {
        let message = message.hasPrefix("Error: ") ? "xcallback: \(message.dropFirst(7))" : message
        write(layout(of: STDERR_FILENO).lines(ofHelp: Printable.lines(message, isMessage: true)), to: STDERR_FILENO)
    }

    /// Asks a question on standard error, and returns the answer without the spaces around it. Throws the exit status at the
    /// end of the input.
    static func ask(_ question: String) throws -> String {
        write(message: Printable.message(question), ends: " ")
        guard let line = readLine() else {
            write(message: "")
            throw ExitCode(ExitStatus.cancelled.rawValue)
        }
        return String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// Asks a question until the answer is yes or no. Throws the exit status at the end of the input.
    /// - Parameter silence: What an empty answer means.
    static func agrees(to question: String, otherwise silence: Bool) throws -> Bool {
        while true {
            switch try ask("\(question) [\(silence ? "yes" : "no")]").lowercased() {
            case "y", "yes": return true
            case "n", "no": return false
            case "": return silence
            default: report("write yes or no")
            }
        }
    }

    /// Returns a text that is already escaped for people, in the encoding of standard output.
    static func encoded(_ text: String) -> String { isTerminal ? Printable.encoded(text, for: environment) : text }

    /// Writes a text for people to standard error.
    private static func write(message text: String, ends end: String = "\n") {
        let text = isWatched ? Printable.encoded(text, for: environment) : text
        write(layout(of: STDERR_FILENO).lines(text, indentation: 2), to: STDERR_FILENO, ends: end)
    }

    private static func write(_ lines: [String], to descriptor: CInt = STDOUT_FILENO, ends end: String = "\n") {
        let lines = lines.joined(separator: "\n")
        let text = isatty(descriptor) == 1 ? Printable.encoded(lines, for: environment) : lines
        var rest = Array((text + end).utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { writeRetrying(descriptor, $0) }
            // The stream has no reader, so the error cannot be reported.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func layout(of descriptor: CInt = STDOUT_FILENO) -> TextLayout {
        TextLayout(width: TerminalSize.columns(of: descriptor))
    }

    /// The number of columns of the terminal. Without a terminal, lines may have any length.
    static var width: Int { TerminalSize.columns(of: STDOUT_FILENO) ?? .max }

    /// The path of the running program.
    static var executable: String {
        File.destination(ofLink: "/proc/self/exe") ?? CommandLine.arguments.first ?? "xcallback"
    }

    /// The program for files that outlive this one: the installed program, else this one.
    static var client: String {
        let installed = variable("HOME").map { "\($0)/.local/bin/xcallback" }
        return installed.flatMap { File.isExecutable($0) ? $0 : nil } ?? executable
    }

    /// The daemon's program: the file beside this program, else `xcallbackd` on PATH.
    static var daemonExecutable: String {
        let beside = "\(executable)d"
        return access(beside, X_OK) == 0 ? beside : "xcallbackd"
    }

    /// Runs another program in place of this one. Throws the exit status after printing why it could not be started.
    static func become(_ arguments: [String]) throws -> Never {
        let vector = arguments.map { strdup($0) } + [nil]
        execvp(arguments[0], vector)
        report("\(SystemCallError("start", arguments[0]))")
        throw ExitCode(ExitStatus.unreachable.rawValue)
    }

    /// Prints a sentence, and returns the exit status that ends the command.
    static func failure(_ sentence: String, _ status: ExitStatus = .errorOutcome) -> ExitCode {
        report(sentence)
        return ExitCode(status.rawValue)
    }

    /// Ends the command with an exit status.
    static func exit(_ status: ExitStatus) throws { if status != .success { throw ExitCode(status.rawValue) } }
}

extension ExitStatus {
    /// Prints an error, and returns its exit status.
    /// - Parameter ids: The requests whose connections may be lost, by which the history finds them.
    static func reporting(_ error: any Error, of ids: [String] = []) -> ExitStatus {
        Shell.report("\(error)")
        if (error as? ClientError)?.exitStatus == .connectionLost {
            for id in ids { Shell.report("the request has the id \(id); see 'xcallback history show \(id)'") }
        }
        return switch error {
        case let error as ClientError: error.exitStatus
        case is SocketDirectoryError: .unreachable
        default: .errorOutcome
        }
    }
}
