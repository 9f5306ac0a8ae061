import ArgumentParser
import DispatcherMessages
import Glibc
import UnixSystem

/// A copy of a file that is to be changed. The file itself gets its text once the copy is without a mistake.
struct CheckedCopy {
    private static let prefix = ".edit-"

    private let file: RouteFile
    private let folder: String
    /// The copy has the name of the file, because that is the name of its feature.
    let path: String

    /// Throws ``UnwritableFolder`` or ``SystemCallError``.
    init(of file: RouteFile, text: [UInt8]) throws {
        self.file = file
        let parent = Directory.parent(of: file.path)
        folder = "\(parent)/\(Self.prefix)\(getpid())"
        path = "\(folder)/\(file.name)"
        do throws(SystemCallError) { try Directory.make(folder) } catch {
            throw UnwritableFolder(parent, after: error) as (any Error)? ?? error
        }
        do throws(SystemCallError) {
            try File.replace(path, with: text, permissions: 0o600, followsLinks: false)
        } catch {
            remove()
            throw error
        }
    }

    private init(of file: RouteFile, in folder: String) {
        self.file = file
        self.folder = folder
        path = "\(folder)/\(file.name)"
    }

    /// A copy of the file, left by a process that has ended; nil without one.
    static func left(of file: RouteFile) -> CheckedCopy? {
        let parent = Directory.parent(of: file.path)
        let folders = (try? Directory.entries(of: parent, hidden: true)) ?? []
        return folders.lazy.filter { folder in
            guard folder.name.hasPrefix(prefix), let process = pid_t(folder.name.dropFirst(prefix.count)), process > 0
            else { return false }
            return kill(process, 0) != 0 && errno == ESRCH
        }.map { CheckedCopy(of: file, in: "\(parent)/\($0.name)") }.first { File.exists($0.path) }
    }

    /// Removes the copy, and what an editor has left beside it.
    func remove() { try? Directory.removeAll(folder) }

    /// The mistakes of the copy, as if they were in the file. Throws the exit status after printing why it cannot be checked.
    /// - Parameter others: Files whose routes come first. Their own mistakes do not count.
    func mistakes(besides others: [String] = []) throws -> [CheckedLine] {
        let checked = try Self.check(others + [path])
        let all = checked.lines.map { CheckedLine($0.replacing(path, with: file.path), of: file.path) }
            .filter { !$0.isWarning }
        let lines = others.isEmpty ? all : all.filter { $0.text.hasPrefix("\(file.path):") }
        guard checked.status != 0, all.isEmpty else { return lines }
        let failure = "'\(Shell.daemonExecutable)' ended with status \(checked.status)"
        return [CheckedLine(failure, of: file.path)]
    }

    /// The warnings about a file that has no mistake. Throws as ``mistakes()``.
    static func warnings(of file: RouteFile) throws -> [CheckedLine] {
        try check([file.path]).lines.map { CheckedLine($0, of: file.path) }.filter(\.isWarning)
    }

    private static func check(_ paths: [String]) throws -> (status: CInt, lines: [String]) {
        let command = FileCheck.command(path: FileCheck.daemonPath, files: paths)
        // Its standard error has the number of mistakes alone.
        guard let checked = ChildOutput.run(command, errors: .empty) else {
            Shell.report("cannot ask '\(command[0])' to check the file")
            throw ExitCode(ExitStatus.unreachable.rawValue)
        }
        return checked
    }

    /// Gives the file the text of the copy. False if another program has changed the file meanwhile.
    func place() throws(SystemCallError) -> Bool {
        guard try RouteFile(path: file.path).contents == file.contents else { return false }
        try file.write(FileContents.read(path) ?? [])
        return true
    }
}
