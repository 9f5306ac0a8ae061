import ArgumentParser
import DispatcherClient
import DispatcherMessages
import Glibc
import QueryCoding
import RequestRecord
import UnixSystem
import XCallbackURL

/// A copy of a file that is to be changed, in a separate folder. The copy has the same name as the file, because the
/// name of a file is the name of its feature.
struct CheckedCopy {
    private let file: RouteFile
    private let folder: String
    let path: String

    init(of file: RouteFile, text: [UInt8]) throws {
        self.file = file
        // An earlier process of this number may have left a text.
        folder = "\(Directory.parent(of: file.path))/.edit-\(getpid())-\(Timestamp.now.wall)"
        path = "\(folder)/\(file.name)"
        do throws(SystemCallError) {
            _ = try Directory.make(folder)
            try File.replace(path, with: text, permissions: 0o600, followsLinks: false)
        } catch {
            remove()
            guard [EACCES, EPERM, EROFS].contains(error.number) else { throw error }
            throw Shell.failure(
                "cannot write in the folder '\(Printable.shown(Directory.parent(of: error.path), limit: nil))': "
                    + "\(SystemCallError.reason(error.number)); make the folder writable for you, or edit the files from which "
                    + "the folder is generated")
        }
    }

    /// Removes the copy, and the files that an editor has left beside it.
    func remove() { try? Directory.removeAll(folder) }

    /// The copies of a file that this process has not removed, and those of processes that were killed.
    static func left(of file: RouteFile) -> [String] {
        let folder = Directory.parent(of: file.path)
        let names = ((try? Directory.entries(of: folder, hidden: true)) ?? []).map(\.name)
        return names.filter { name in
            guard name.hasPrefix(".edit-"), let process = pid_t(name.dropFirst(6).prefix { $0 != "-" }) else {
                return false
            }
            return process == getpid() || kill(process, 0) != 0
        }.map { "\(folder)/\($0)/\(file.name)" }.filter(File.exists)
    }

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

    /// Returns the warnings about a file that has no mistake; none if it cannot be checked.
    static func warnings(of file: RouteFile) -> [CheckedLine] {
        ((try? check([file.path]))?.lines ?? []).map { CheckedLine($0, of: file.path) }.filter(\.isWarning)
    }

    private static func check(_ paths: [String]) throws -> ChildOutput {
        let command = FileCheck.command(path: FileCheck.daemonPath, files: paths)
        // The standard error of the check has only the number of mistakes.
        guard let checked = ChildOutput.run(command) else {
            throw Shell.failure("cannot ask '\(command[0])' to check the file", .unreachable)
        }
        return checked
    }
}

extension RouteFile {
    /// Returns the mistakes that a text would add to the user's files.
    func mistakes(of text: String) throws -> [CheckedLine] {
        let copy = try CheckedCopy(of: self, text: Array(text.utf8))
        defer { copy.remove() }
        return try copy.mistakes(besides: Self.names.map { "\(Self.folder)/\($0).yaml" }.filter { $0 != path })
    }

    /// Replaces the contents by a text without mistakes, or removes the file if there is no text, and has the daemon load the
    /// change. Returns whether a daemon has loaded it. Throws the exit status after printing the mistakes of the text, in which
    /// case the file stays as it was and no scheme is declined.
    /// - Parameters:
    ///   - deed: The sentence about the change.
    ///   - declined: The schemes that are not to be registered.
    ///   - shown: Returns a mistake for people.
    func store(
        _ text: String?, _ deed: String, declining declined: [Scheme] = [],
        _ shown: (CheckedLine) -> String = \.text
    ) throws -> Bool {
        try Self.refuse(text.map(mistakes(of:)) ?? [], shown)
        try replace(with: text.map { Array($0.utf8) })
        let loaded = Result { try load(deed) }
        try Self.refuse((try? loaded.get()) ?? [], shown)
        try NewCommand.decline(declined)
        return try loaded.get() != nil
    }

    /// Prints the mistakes and throws the exit status; does nothing without mistakes.
    static func refuse(_ mistakes: [CheckedLine], _ shown: (CheckedLine) -> String) throws {
        guard !mistakes.isEmpty else { return }
        for mistake in mistakes { Shell.report(shown(mistake)) }
        throw Shell.failure("nothing was changed", .configuration)
    }

    /// Has the daemon load the changed file, and prints the sentence about the change. If the daemon refuses the file, its
    /// previous contents are restored.
    ///
    /// Returns the mistakes for which the daemon refuses the file, an empty list if the daemon serves the routes now, and
    /// nil without a daemon, after printing that none runs. Throws the exit status after printing why the daemon does not
    /// answer. Without an answer of the daemon the file stays as it is.
    /// - Parameter attempts: How often to ask a daemon that refuses every request until a file is corrected. It reads the files
    ///   again each second.
    func load(_ deed: String, attempts: Int = 50) throws -> [CheckedLine]? {
        let reply: ReloadReply
        do { reply = try Daemon.call(ReloadMethod.self).reply } catch ClientError.refused(
            _, _, StandardCode.draining.rawValue?, _) where attempts > 1
        {
            usleep(100_000)
            return try load(deed, attempts: attempts - 1)
        } catch {
            Shell.print(deed)
            guard case ClientError.unreachable = error else { throw ExitCode(ExitStatus.reporting(error).rawValue) }
            Shell.report(
                "no daemon is running: start it, for example with \(ClientError.starter), then 'xcallback install' registers "
                    + "the links of the file")
            return nil
        }
        guard let refused = reply.refused.first(where: { File.resolved($0.file) == File.resolved(path) }) else {
            guard let other = reply.refused.first else {
                Shell.print(deed)
                return []
            }
            for mistake in other.mistakes { Shell.report(mistake) }
            throw Shell.failure(
                "'\(shownPath)' is written, and not loaded until the other file is corrected: a reload loads all files "
                    + "or none", .configuration)
        }
        do { try write(contents) } catch { Shell.report("\(error)") }
        // The daemon names a file by its path below the configuration folder.
        let place = path.split(separator: "/").suffix(2).joined(separator: "/")
        return refused.mistakes.map { CheckedLine($0, of: place) }
    }
}
