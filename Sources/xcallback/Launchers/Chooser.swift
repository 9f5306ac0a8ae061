import ArgumentParser
import DispatcherMessages
import UnixSystem

/// A program that shows lines and prints the chosen or typed one, as dmenu does.
struct Chooser {
    /// The program and its arguments. Each `{}` is replaced by the name of the value that the user is asked for.
    let words: [String]

    /// Asks for a line. Throws the exit status if the user chose nothing, or the program could not be started.
    func ask(for name: String, among lines: [String]) throws -> String {
        let output: [UInt8]
        let status: CInt
        do throws(SystemCallError) {
            let input = try Descriptor(inMemory: Array(lines.map { "\($0)\n" }.joined().utf8))
            let pipe = try Pipe()
            let child = try ChildProcess(
                words.map { $0.replacing("{}", with: name) }, input: .descriptor(input.number),
                output: .descriptor(pipe.writingNumber))
            let reading = pipe.readingEnd()
            output = try FileContents.readToEnd(of: reading.number, "the answer of \(words[0])", limit: 1 << 20)
            status = child.wait() ?? 0
        } catch {
            Shell.report("\(error)")
            throw ExitCode(127)  // as in a shell
        }
        // fzf prints the typed text before the chosen line, and ends with 1 if no line matches the text.
        var lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        // 130 is a cancel, and a status above 128 is a signal's.
        guard status <= 128, let answer = lines.last, status == 0 || !answer.isEmpty else {
            throw ExitCode(ExitStatus.cancelled.rawValue)
        }
        return String(answer)
    }
}
