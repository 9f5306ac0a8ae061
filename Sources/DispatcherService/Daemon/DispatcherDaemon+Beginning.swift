import DispatcherCommands
import DispatcherJournal
import DispatcherMessages
import DispatcherRequests
import Logging
import RequestRecord
import UnixSystem

/// The work that begins once the sockets answer or, after a daemon that was killed, before that.
extension DispatcherDaemon {
    /// Opens the journal, continues the requests that the previous daemon left unfinished, and starts the work.
    func begin(_ parts: DispatcherParts, _ group: inout TaskGroup<Void>) async {
        let keeper = JournalKeeper(
            journal: parts.journal, tables: tables, notifier: parts.notifier, childEnvironment: parts.environment,
            logger: logger)
        await keeper.open()
        let unfinished = await parts.recovery.begin()
        let interrupted = parts.recovery.recovered.ended.map(\.id)
        if !interrupted.isEmpty { work.start { await endCommands(ofRequests: interrupted) } }
        // Without a file, it is unknown whether the previous daemon was killed.
        let isKnown = await parts.journal.isInFile
        if !parts.recovery.recovered.isEmpty || !isKnown {
            work.start { await AbandonedCommands.endPrompts(in: sockets.folder) }
        }
        work.begin(with: unfinished)
        group.addTask { await keeper.run() }
        group.addTask {
            await DefaultsWatch(
                tables: tables, notifier: parts.notifier, childEnvironment: parts.environment, logger: logger
            ).run()
        }
        group.addTask { await makeUnitReady(after: parts.dispatcher.firstAnswer) }
    }

    /// Makes a unit ready for the first command of a click, so that the start and the first answer do not wait for it.
    private func makeUnitReady(after firstAnswer: Event) async {
        await firstAnswer.wait()
        guard await Deadline.wait(for: Self.startTime), tables.table.hasUnitCommands else { return }
        commands.prepare()
    }

    /// Ends the commands that outlived the previous daemon.
    private func endCommands(ofRequests requests: [String]) async {
        let running = await AbandonedCommands(units: commands).end(ofRequests: requests)
        guard !running.isEmpty else { return }
        logger.warning(
            "processes of the previous daemon's commands do not end",
            metadata: ["pids": "\(running.map(String.init).joined(separator: " "))"])
    }
}
