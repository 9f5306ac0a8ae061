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
    func begin(_ dispatcher: Dispatcher, _ group: inout TaskGroup<Void>) async {
        let keeper = JournalKeeper(dispatcher: dispatcher, logger: logger)
        await keeper.open()
        let unfinished = await dispatcher.recover()
        let interrupted = dispatcher.recovered.ended.map(\.id)
        if !interrupted.isEmpty { work.start { await endCommands(ofRequests: interrupted) } }
        // Without a file, it is unknown whether the previous daemon was killed.
        let isKnown = await dispatcher.journal.isInFile
        if !dispatcher.recovered.isEmpty || !isKnown {
            work.start { await AbandonedCommands.endPrompts(in: sockets.folder) }
        }
        work.begin(with: unfinished)
        group.addTask { await keeper.run() }
        group.addTask { await DefaultsWatch(dispatcher: dispatcher, logger: logger).run() }
        group.addTask { await makeUnitReady(dispatcher) }
    }

    /// Makes a unit ready for the first command of a click, so that the start and the first answer do not wait for it.
    private func makeUnitReady(_ dispatcher: Dispatcher) async {
        await dispatcher.firstAnswer.wait()
        guard await Deadline.wait(for: Self.startTime), dispatcher.table.hasUnitCommands else { return }
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
