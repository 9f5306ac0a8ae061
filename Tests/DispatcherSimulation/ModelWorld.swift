import DispatcherCommands
import DispatcherMessages
import DispatcherRequests
import Glibc
import RequestRecord
import TestSupport
import UnixSystem

@testable import DispatcherJournal
@testable import DispatcherService

/// Everything around the daemon: callers, apps, the user, commands, the disk, time, and kills. The world makes one
/// event happen after the other, and checks after each event that no promise is broken.
// Unchecked, because only the thread of the simulation uses this type, which ModelMachine checks.
final class ModelWorld: @unchecked Sendable {
    /// The world whose daemon runs now.
    @TaskLocal static var current: ModelWorld?

    var chooser: Chooser
    let routes: ModelRoutes
    let clock = TestClock()
    private let began: Timestamp
    let openerLimit: Int
    /// Whether an opener that has not ended stops counting after a while.
    let openersLapse: Bool
    let journalLimits: JournalLimits
    /// The folder of the journal's marks, if the disk may fail.
    private(set) var folder: TemporaryFolder?
    /// The maximum number of requests that may wait for the daemon; nil for the limit of the routes.
    private(set) var smallLimit: Int?
    /// The percentage of requests that come through the desktop socket.
    private let desktopShare: Int
    private let mayStop: Bool
    /// The percentage of the looks at the screen that find it locked.
    let lockedShare: Int
    /// Whether a look has found the screen unlocked, and no dialog was begun since.
    var isUnlocked = false

    private(set) var boots = 0
    /// The number of daemons that have lived.
    private(set) var daemons = 0
    private(set) var kills = 0
    private(set) var step = 0
    private(set) var failure: String?
    /// One line for each event; nil if the trace is not needed.
    private(set) var trace: [String]?

    var lives: [String: Life] = [:]
    var sent: [Sent] = []
    /// The routes that the user allowed permanently, during this daemon's life.
    var grants: Set<Int> = []
    /// The answers that apps will send.
    var answers: [(life: String, url: String)] = []
    // Requests have numbers up to 99.
    private var lastAnswer = 99
    /// The numbers of future requests.
    private var arrivals: [Int] = []
    private var lastRequest = 0
    private var killsLeft: Int
    private var cancelsLeft = 3
    /// Whether a kill happens as soon as all tasks wait.
    private var killsWhenQuiet = false
    /// Whether the next event is a kill.
    private var killsNow = false
    private(set) var daemon: ModelDaemon?
    /// The life whose permanent grant the user is asked to confirm, or whose question comes again after that.
    var confirmed = ""
    private(set) var isSuspended = false
    /// Whether a request of this daemon may be refused because the daemon stops.
    private(set) var wasStopped = false
    /// The step at which this daemon gets a planned SIGTERM.
    private var stopStep: Int?
    /// Whether the journal's thread continues only when nothing else can.
    private var isDiskSlow = false

    init(_ chooser: Chooser, isTraced: Bool = false) throws {
        var chooser = chooser
        routes = try ModelRoutes.mixture(chooser.choose(ModelRoutes.count))
        openerLimit = 1 + chooser.choose(2)
        openersLapse = chooser.happens(50)
        var limits = JournalLimits()
        limits.batch = [512, 1, 2][chooser.choose(3)]
        journalLimits = limits
        desktopShare = [50, 10, 95][chooser.choose(3)]
        mayStop = chooser.happens(60)
        let requests = 2 + chooser.choose(14)
        let kills = chooser.choose(3)
        killsLeft = chooser.order == nil ? kills : 1
        if chooser.happens(3) { folder = try TemporaryFolder() }
        lockedShare = [0, 0, 40, 90, 100][chooser.choose(5)]
        self.chooser = chooser
        began = clock.now
        trace = isTraced ? [] : nil
        expect(requests)
    }

    func note(_ text: @autoclosure () -> String) {
        if trace != nil { trace?.append("\(step), \((clock.now.boot - began.boot) / 1_000_000_000) s: \(text())") }
    }

    func fail(_ text: String) {
        guard failure == nil else { return }
        failure = text
        note("FAILS: \(text)")
    }

    // MARK: the run

    /// Runs until no events are left, and checks that nothing is left over.
    func run() throws {
        var file = ModelJournal()
        var wasLeftOpen = false
        repeat {
            let next = try live(file, wasLeftOpen: wasLeftOpen)
            (file, wasLeftOpen) = (next.file, next.wasLeftOpen)
        } while failure == nil && !isDone(file)
        if failure == nil { checkEnd(file) }
        daemon = nil
    }

    /// Returns whether no request is left for another daemon.
    private func isDone(_ file: ModelJournal) -> Bool {
        !isSuspended && arrivals.isEmpty && answers.isEmpty && !daemonWasKilled && file.openRows().isEmpty
    }
    private var daemonWasKilled = false

    /// Runs one daemon for its whole life. Returns the file that the daemon leaves.
    private func live(_ old: ModelJournal, wasLeftOpen: Bool) throws -> (file: ModelJournal, wasLeftOpen: Bool) {
        let machine = ModelMachine(clock: clock)
        daemonWasKilled = false
        wasStopped = false
        isSuspended = false
        grants = []
        chooser.kind = .world
        smallLimit = daemons > 0 && chooser.happens(30) ? 1 + chooser.choose(3) : nil
        // A daemon that recovered requests may stop before they end.
        stopStep = mayStop && wasLeftOpen && chooser.happens(30) ? step + 1 + chooser.choose(64) : nil
        isDiskSlow = chooser.happens(10)
        return try Simulation.$current.withValue(machine.simulation) {
            try ModelWorld.$current.withValue(self) {
                old.isFull = false
                old.committed = { [unowned self] in committed($0, $1) }
                let daemon = try ModelDaemon(self, on: machine, file: old)
                self.daemon = daemon
                daemons += 1
                note("--- a daemon begins\(smallLimit.map { ", where \($0) may wait" } ?? "")")
                for entry in old.entries where entry.state == .accepted {
                    lives[ModelURL(entry.request.url).life]?.isRecovered = true
                }
                daemon.begin(wasLeftOpen: wasLeftOpen)
                var left: ModelJournal?
                while failure == nil, left == nil { left = happen(daemon, machine) }
                old.committed = { _, _ in }
                daemon.kill()
                let marks = folder
                defer { withExtendedLifetime(marks) {} }
                if daemonWasKilled { folder = try marks.map(Self.copy) }
                if !machine.windDown(), failure == nil { fail("the tasks of the daemon do not end") }
                return (left ?? old, daemonWasKilled)
            }
        }
    }

    /// Copies a folder of the journal's marks in the state after a kill: the tasks of the killed daemon do not change
    /// the copy.
    private static func copy(_ marks: TemporaryFolder) throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for name in try marks.names { try copy.write(try marks.bytes(name), to: name) }
        return copy
    }

    /// Makes the next event happen. Returns the file that is left if the event ends the daemon.
    private func happen(_ daemon: ModelDaemon, _ machine: ModelMachine) -> ModelJournal? {
        step += 1
        guard step < 20_000 else {
            fail("it does not end")
            return nil
        }
        if killsNow { return kill(daemon) }
        if let stopStep, step >= stopStep, daemon.isServing { stop(daemon) }
        if daemon.isOver {
            note("--- the daemon has stopped")
            if machine.isQuiet { return leave(daemon) }
        }
        if machine.isQuiet {
            checkQuiet(daemon)
            if killsWhenQuiet { return kill(daemon) }
        }
        chooser.kind = .rare
        let rare = chooser.choose(64)
        if rare == 63, let file = happenRarely(daemon, machine) { return file }
        if rare >= 61, !machine.timers.isEmpty {
            note("a timer fires")
            _ = machine.timers.runNext()
            return nil
        }
        let events = events(daemon, machine)
        chooser.kind = .order
        guard chooser.order != nil else {
            guard !events.isEmpty else { return rest(daemon, machine) }
            happen(chooser.choose(of: events), daemon, machine)
            return nil
        }
        // The events of an order include a kill and a cancel.
        let others = sent.isEmpty ? 0 : min(killsLeft, 1) + min(cancelsLeft, 1)
        let option = chooser.choose(max(events.count, 1) + others)
        if option < events.count {
            happen(events[option], daemon, machine)
            return nil
        }
        if option < max(events.count, 1) { return rest(daemon, machine) }
        if killsLeft > 0, option == max(events.count, 1) {
            killsLeft -= 1
            return kill(daemon)
        }
        cancelOne(daemon)
        return nil
    }

    /// A possible next event.
    private enum Event {
        case job(Int)
        case journal, files
        case affair(Int)
        case arrival
        case answer(Int)
    }

    private func events(_ daemon: ModelDaemon, _ machine: ModelMachine) -> [Event] {
        let isOpen = daemon.isServing && !daemon.isStopping
        let events =
            machine.jobs.indices.map(Event.job) + (machine.files.isEmpty ? [] : [.files])
            + machine.affairs.indices.map(Event.affair) + (isOpen && !arrivals.isEmpty ? [.arrival] : [])
            + (isOpen ? answers.indices.map(Event.answer) : [])
        return machine.journal.isEmpty || isDiskSlow && !events.isEmpty ? events : events + [.journal]
    }

    private func happen(_ event: Event, _ daemon: ModelDaemon, _ machine: ModelMachine) {
        switch event {
        case .job(let index): machine.runJob(index)
        case .journal:
            note("the journal's thread goes on")
            machine.journal.runNext()
        case .files: machine.files.runNext()
        case .affair(let index):
            note("ends: \(machine.affairs[index].kind)\(machine.affairs[index].isCancelled ? ", cancelled" : "")")
            machine.endAffair(index)
        case .arrival: arrive(daemon)
        case .answer(let index): answer(daemon, index)
        }
    }

    /// Handles a state without possible events: time passes, or the daemon is no longer needed.
    private func rest(_ daemon: ModelDaemon, _ machine: ModelMachine) -> ModelJournal? {
        guard !machine.timers.runNext() else { return nil }
        if daemon.isStopping {
            if !daemon.isOver { fail("the daemon does not stop") }
            return leave(daemon)
        }
        checkIdle(daemon)
        guard failure == nil else { return nil }
        // A daemon whose journal is in memory loses its records now.
        if isSuspended { return kill(daemon) }
        return daemon.file
    }

    /// Returns the file after a daemon that stopped.
    private func leave(_ daemon: ModelDaemon) -> ModelJournal {
        checkIdle(daemon)
        forget(rows: isSuspended)
        return ModelJournal(after: daemon.file, powerCut: false)
    }

    private func happenRarely(_ daemon: ModelDaemon, _ machine: ModelMachine) -> ModelJournal? {
        switch chooser.choose(9) {
        case 0, 1:
            if cancelsLeft > 0, daemon.isServing { cancelOne(daemon) }
        case 2, 3, 4:
            guard killsLeft > 0 else { break }
            killsLeft -= 1
            if chooser.happens(50) { return kill(daemon) }
            killsWhenQuiet = true
        case 5:
            if mayStop, daemon.isServing, chooser.happens(50) { stop(daemon) }
        case 6:
            if folder != nil, !isSuspended {
                note("--- the disk is full")
                daemon.file.isFull = true
                isSuspended = true
            }
        case 7:
            isDiskSlow.toggle()
            note("the disk is \(isDiskSlow ? "slow" : "as fast as before")")
        default: clock.pass(.milliseconds(400))
        }
        return nil
    }

    private func stop(_ daemon: ModelDaemon) {
        guard !daemon.isStopping else { return }
        note("--- SIGTERM")
        wasStopped = true
        daemon.stop()
    }

    /// May plan a kill for a moment that a random kill seldom meets, because no task waits then.
    func mayKillNow() {
        chooser.kind = .rare
        guard killsLeft > 0, chooser.happens(10) else { return }
        killsLeft -= 1
        killsNow = true
    }

    /// Kills the daemon, or cuts the power.
    private func kill(_ daemon: ModelDaemon) -> ModelJournal {
        chooser.kind = .rare
        let isCut = chooser.happens(15)
        if !isCut { checkKill(daemon) }
        daemonWasKilled = true
        killsWhenQuiet = false
        killsNow = false
        kills += 1
        // The daemon's callers try again.
        expect(chooser.choose(3))
        note(isCut ? "--- power cut" : "--- SIGKILL")
        clock.pass(chooser.happens(10) ? .seconds(100) : .seconds(1))
        if isCut { boots += 1 }
        forget(rows: isCut || isSuspended)
        return ModelJournal(after: daemon.file, powerCut: isCut)
    }

    /// Ends the requests of a daemon that is gone: its callers get no answer.
    /// - Parameter rows: Whether rows may be lost.
    private func forget(rows: Bool) {
        for index in sent.indices { sent[index].isOver = true }
        if rows { for name in lives.keys { lives[name]?.isForgotten = true } }
        // A kill may lose the record of a closure that ran on the thread that read the URL.
        for (name, life) in lives where life.closures > 0 && (life.id == nil || isAnew(life)) {
            lives[name]?.closures = 0
        }
    }

    // MARK: callers

    /// Adds this number of future requests.
    private func expect(_ count: Int) {
        arrivals += (lastRequest + 1..<lastRequest + 1 + count).filter { !chooser.leavesOut($0) }
        lastRequest += count
    }

    func makeAnswerName() -> String {
        lastAnswer += 1
        return "\(lastAnswer)"
    }

    private func arrive(_ daemon: ModelDaemon) {
        let number = arrivals.removeFirst()
        chooser.kind = .request(number)
        if !sent.isEmpty, chooser.happens(kills > 0 ? 50 : 15), let index = chosenRepeat(daemon) {
            return repeatOne(daemon, index)
        }
        let door: Door = chooser.happens(desktopShare) ? .desktop : .control
        let name = "\(number)"
        if door == .control, chooser.happens(20) { return call(daemon, name) }
        let url = makeURL(name, door, chooser.choose(routes.routes.count), origin: .caller, parent: nil, depth: 0)
        guard chooser.choose(2) == 1 else { return line(daemon, name, url, door) }
        let clientID = door == .control && chooser.happens(60) ? "c\(name)" : nil
        dispatch(daemon, name, url, door, waits: !chooser.happens(50), clientID)
    }

    func line(_ daemon: ModelDaemon, _ name: String, _ url: String, _ door: Door) {
        let index = send(name, waits: true, nil)
        note("\(door) line \(url)")
        daemon.send(url: url, at: door) { [unowned self] reply in
            replied(index, Life.Told(reply, step))
        }
    }

    func dispatch(
        _ daemon: ModelDaemon, _ name: String, _ url: String, _ door: Door, waits: Bool, _ clientID: String?
    ) {
        let index = send(name, waits: waits, clientID)
        note("\(door) dispatch \(url)\(waits ? "" : ", not waiting")\(clientID.map { ", as \($0)" } ?? "")")
        var parameters: [(String, QueryValue)] = [("url", .string(url)), ("wait", .bool(waits))]
        if let clientID { parameters.append(("id", .string(clientID))) }
        daemon.send("dispatch", .record(parameters), at: door) { [unowned self] reply in replied(index, reply) }
    }

    private func call(_ daemon: ModelDaemon, _ name: String) {
        let isOwn = chooser.happens(30)
        let url =
            isOwn
            ? makeURL(name, .control, chooser.choose(routes.routes.count), origin: .caller, parent: nil, depth: 0)
            : makeCall(name, chooser.choose(ModelRoutes.appCount))
        let index = send(name, waits: true, nil)
        note("call \(url)")
        let seconds = [30, 1][chooser.choose(2)]
        daemon.send(
            "call", .record([("url", .string(url)), ("timeout", .string("\(seconds)s"))]), at: .control
        ) { [unowned self] reply in replied(index, reply) }
    }

    private func send(_ name: String, waits: Bool, _ clientID: String?) -> Int {
        let isRepeated = sent.contains { $0.life == name }
        sent.append(
            Sent(
                life: name, waits: waits, clientID: clientID, isRepeated: isRepeated, step: step,
                time: Int(clock.now.boot)))
        return sent.count - 1
    }

    private func chosenRepeat(_ daemon: ModelDaemon) -> Int? {
        var found = sent.indices.filter { sent[$0].clientID != nil }
        let open = found.filter { index in
            lives[sent[index].life]?.id.flatMap { daemon.file[$0] }.map { $0.cursor == nil } ?? false
        }
        if !open.isEmpty, chooser.happens(50) { found = open }
        return found.isEmpty ? nil : found[chooser.choose(found.count)]
    }

    /// Sends a request again with the same id.
    private func repeatOne(_ daemon: ModelDaemon, _ index: Int) {
        guard let life = lives[sent[index].life] else { return }
        // If the first request was refused, the journal does not know it, or its id is ten minutes old, all requests that
        // follow from it may happen once more.
        let isOld = Int(clock.now.boot) - sent[index].time >= 600_000_000_000
        for other in lives.values
        where (other.isForgotten || life.wasRefused || isSuspended || isOld) && other.follows(life) {
            lives[other.name]?.mayStartAnew = true
        }
        dispatch(daemon, life.name, life.url, .control, waits: !chooser.happens(50), sent[index].clientID)
    }

    /// Opens the callback that the daemon gave to the app.
    private func answer(_ daemon: ModelDaemon, _ index: Int) {
        let (name, url) = answers.remove(at: index)
        line(daemon, name, url, .desktop)
    }

    private func cancelOne(_ daemon: ModelDaemon) {
        let open = sent.filter { !$0.isOver || !$0.waits }
            .filter { $0.clientID != nil || lives[$0.life]?.id != nil }
        guard !open.isEmpty else { return }
        cancelsLeft -= 1
        let one = open[chooser.choose(open.count)]
        guard let id = one.clientID ?? lives[one.life]?.id else { return }
        note("cancel \(id) of \(one.life)")
        daemon.send("cancel", .record([("id", .string(id))]), at: .control) { [unowned self] reply in
            cancelled(one.life, reply)
        }
    }

    /// Marks the requests for a URL as over, because a stopped daemon did not accept them.
    func isUnanswered(_ url: String) {
        let name = ModelURL(url).life
        for index in sent.indices where sent[index].life == name { sent[index].isOver = true }
    }
}
