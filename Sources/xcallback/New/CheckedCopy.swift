import ArgumentParser
import DispatcherMessages
import Glibc
import UnixSystem

/// A copy of a file that is to be changed. The file itself gets its text once the copy is without a mistake.
struct CheckedCopy {
    private let file: RouteFile
    private let folder: String
    /// The copy has the name of the file, because that is the name of its feature.
    let path: String

    init(of file: RouteFile, text: [UInt8]) throws(SystemCallError) {
        self.file = file
        folder = "\(Directory.parent(of: file.path))/.edit-\(getpid())"
        path = "\(folder)/\(file.path.split(separator: "/").last ?? "")"
        _ = try Directory.make(folder)
        try File.replace(path, with: text, permissions: 0o600, followsLinks: false)
    }

    func remove() {
        try? File.remove(path)
        Directory.removeIfEmpty(folder)
    }

    /// The mistakes of the copy, as if they were in the file. Throws the exit status after printing why it cannot be checked.
    func mistakes() throws -> [String] {
        let program = Shell.daemonExecutable
        // Its standard error has the number of mistakes alone.
        guard let checked = ChildOutput.run([program, "--check", "--", path], errors: .empty) else {
            Shell.report("cannot ask '\(program)' to check the file")
            throw ExitCode(ExitStatus.unreachable.rawValue)
        }
        guard checked.status != 0 else { return [] }
        guard !checked.lines.isEmpty else { return ["'\(program)' ended with status \(checked.status)"] }
        return checked.lines.map { $0.replacing(path, with: file.path) }
    }

    /// Gives the file the text of the copy. False if another program has changed the file meanwhile.
    func place() throws(SystemCallError) -> Bool {
        guard try RouteFile(path: file.path).contents == file.contents else { return false }
        try file.write(FileContents.read(path) ?? [])
        return true
    }
}
