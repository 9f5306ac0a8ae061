import DispatcherCommands
import DispatcherConfiguration
import DispatcherJournal
import DispatcherRequests
import Logging
import UnixSystem

/// Opens the journal, deletes its old requests, and returns to its file when the file can be written again.
struct JournalKeeper: Sendable {
    let journal: Journal
    let tables: TableKeeper
    let notifier: DesktopNotifier
    let childEnvironment: ChildEnvironment
    let logger: Logger

    /// The interval at which old requests are deleted.
    private static let period = Duration.seconds(3600)
    /// The time after which a file that failed is tried again.
    private static let retryPeriod = Duration.seconds(5)

    /// Makes the journal of a state directory. The journal is in memory if the configuration turns the file off, or if
    /// there is no state directory, which is logged if the configuration wants the file. The journal is not open yet.
    static func journal(of state: StateDirectory?, _ tables: TableKeeper, logger: Logger) -> Journal {
        let isWanted = tables.table.settings.journal
        if isWanted, state == nil {
            logger.warning("the journal is in memory: neither XDG_STATE_HOME nor HOME is an absolute path")
        }
        // A reload may change the limit.
        return Journal(
            in: isWanted ? state?.path : nil, bootID: bootID,
            limits: JournalLimits { tables.table.settings.history.size })
    }

    /// Opens the journal. If its file cannot be used, opens it in memory and logs the error.
    func open() async {
        guard journal.hasFile else { return await journal.openMemory(because: nil) }
        do {
            guard let setAside = try await journal.openFile() else { return }
            let metadata: Logger.Metadata = ["file": "\(setAside.path)", "reason": "\(setAside.reason)"]
            let isOther = if case .otherSchema = setAside.reason { true } else { false }
            logger.log(
                level: isOther ? .warning : .error,
                "the journal \(isOther ? "has another schema" : "was damaged"); it was set aside, and a new journal was begun",
                metadata: metadata)
        } catch {
            logger.error("the journal is in memory", metadata: ["error": "\(error)"])
            await journal.openMemory(because: error)
        }
    }

    /// The id of the current boot of the machine.
    private static var bootID: String {
        let text = try? FileContents.read("/proc/sys/kernel/random/boot_id", limit: 64)
        return String(decoding: (text ?? []).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Works until it is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await forget() }
            group.addTask { await reportLosses() }
            group.addTask {
                var pause = Self.retryPeriod
                for await status in journal.statusChanges { await follow(status, pause: &pause) }
            }
        }
    }

    private func forget() async {
        guard await Deadline.wait(for: DispatcherDaemon.startTime) else { return }
        // Only time makes a request old, so this polls.
        repeat {
            do {
                let count = try await journal.delete(
                    olderThan: tables.table.settings.history.keep)
                if count > 0 { logger.info("forgot old requests", metadata: ["count": "\(count)"]) }
            } catch {
                logger.warning("old requests cannot be forgotten", metadata: ["error": "\(error)"])
            }
        } while await Deadline.wait(for: Self.period)
    }

    /// Logs requests that are missing in the history, at most once a second.
    private func reportLosses() async {
        for await loss in journal.losses {
            logger.error(
                "requests are not recorded", metadata: ["since-start": "\(loss.count)", "error": "\(loss.error)"])
            guard await Deadline.wait(for: .seconds(1)) else { return }
        }
    }

    /// Logs that the journal left its file or uses it again, and tries to return to the file.
    /// - Parameter pause: The time to the next try. The time doubles if one file fails after the other, because each
    ///   file is kept.
    private func follow(_ status: JournalStatus, pause: inout Duration) async {
        switch status {
        case .file(let path, _): logger.notice("the journal is in its file again", metadata: ["file": "\(path)"])
        case .memory, .closed: return
        case .fallback(let error):
            logger.error("the journal continues in memory", metadata: ["error": "\(error)"])
            if tables.table.settings.notifications {
                await notifier.show(
                    "Requests are recorded in memory only", ["\(error)"], kind: .daemon,
                    environment: childEnvironment.variables(under: tables.table.settings))
            }
            // No event reports that a disk has room again.
            while await Deadline.wait(for: pause) {
                do {
                    let old = try await journal.retry { JournalRecovery(of: $0) { _, _ in nil }.changes }
                    if let old {
                        logger.warning("the file that failed is set aside", metadata: ["file": "\(old.path)"])
                    }
                    pause = old == nil ? Self.retryPeriod : min(pause * 2, Self.period)
                    return
                } catch {
                    logger.debug("the journal cannot return to its file", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
