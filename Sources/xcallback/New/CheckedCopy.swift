import ArgumentParser
import DispatcherMessages
import Glibc
import UnixSystem

/// A copy of a file that is to be changed. The copy replaces the file once the copy has no mistakes.
struct CheckedCopy {
    private static let prefix = ".edit-"

    private let file: RouteFile
    private let folder: String
    /// The path of the copy. The copy has the same name as the file, because the name of a file is the name of its
    /// feature.
    let path: String

    /// Makes the copy in a separate folder. Throws ``UnwritableFolder`` or ``SystemCallError``.
    init(of file: RouteFile, text: [UInt8]) throws {
        let parent = Directory.parent(of: file.path)
        self.init(of: file, in: "\(parent)/\(Self.prefix)\(getpid())")
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

    /// Returns a copy of the file that an ended process has left; nil if there is no such copy.
    static func left(of file: RouteFile) -> CheckedCopy? {
        let parent = Directory.parent(of: file.path)
        let folders = (try? Directory.entries(of: parent, hidden: true)) ?? []
        return folders.lazy.filter { folder in
            guard folder.name.hasPrefix(prefix), let process = pid_t(folder.name.dropFirst(prefix.count)), process > 0
            else { return false }
            return kill(process, 0) != 0 && errno == ESRCH
        }.map { CheckedCopy(of: file, in: "\(parent)/\($0.name)") }.first { File.exists($0.path) }
    }

    /// Removes the copy, and the files that an editor has left beside it.
    func remove() { try? Directory.removeAll(folder) }

    /// Returns the mistakes of the copy, as if they were in the file. Throws the exit status after printing why the
    /// copy cannot be checked.
    /// - Parameter others: Files whose routes come first. The mistakes of these files do not count.
    func mistakes(besides others: [String] = []) throws -> [CheckedLine] {
        let checked = try Self.check(others + [path])
        let all = checked.lines.map { CheckedLine($0.replacing(path, with: file.path), of: file.path) }
            .filter { !$0.isWarning }
        let lines = others.isEmpty ? all : all.filter { $0.text.hasPrefix("\(file.path):") }
        guard checked.status != 0, all.isEmpty else { return lines }
        let failure = "'\(Shell.daemonExecutable)' ended with status \(checked.status)"
        return [CheckedLine(failure, of: file.path)]
    }

    /// Returns the warnings about a file that has no mistake. Throws in the same cases as ``mistakes(besides:)``.
    static func warnings(of file: RouteFile) throws -> [CheckedLine] {
        try check([file.path]).lines.map { CheckedLine($0, of: file.path) }.filter(\.isWarning)
    }

    private static func check(_ paths: [String]) throws -> (status: CInt, lines: [String]) {
        let command = FileCheck.command(path: FileCheck.daemonPath, files: paths)
        // The standard error of the check has only the number of mistakes.
        guard let checked = ChildOutput.run(command, errors: .empty) else {
            throw Shell.failure("cannot ask '\(command[0])' to check the file", .unreachable)
        }
        return checked
    }

    /// Writes the text of the copy to the file. Returns false if another program has changed the file meanwhile.
    func place() throws(SystemCallError) -> Bool {
        guard try RouteFile(path: file.path).contents == file.contents else { return false }
        try file.write(FileContents.read(path) ?? [])
        return true
    }
}
