import DispatcherMessages
import RequestRecord
import TestSupport
import UnixSystem

@testable import DispatcherJournal
@testable import DispatcherService

/// The promises, each with a check at every place that could break the promise.
extension ModelWorld {
    // MARK: when a handler starts

    func checkStart(_ name: String, _ route: Int) {
        if lives[name]?.starts[route] != nil, !startsAnew(name) { fail("the command of \(name) runs twice") }
        lives[name]?.starts[route, default: 0] += 1
        guard let life = lives[name] else { return fail("a command runs for no request") }
        if !isSuspended, row(of: life)?.state != .running { fail("the command of \(name) runs before its row says so") }
        if life.saidNo { fail("\(name) runs after the user's no") }
        if life.door == .desktop, routes.routes[route].asks, !routes.routes[route].hasToken, !life.saidYes,
            // An answer of "always" to another request counts for a request that waits, also if a kill loses the grant.
            !grants.contains(route), !life.wasGrantedAtKill
        {
            fail("\(name) runs without the user's yes")
        }
        guard let machine = daemon?.machine else { return }
        let running = machine.affairs.compactMap { affair -> Int? in
            if case .command(_, let route) = affair.kind { route } else { nil }
        }
        if running.count >= routes.running { fail("more commands run at once than may") }
        if let limit = routes.routes[route].concurrency, running.count(where: { $0 == route }) >= limit {
            fail("more commands of route \(route) run at once than may")
        }
    }

    func checkClosure(_ name: String) {
        if lives[name]?.closures ?? 0 > 0 {
            if lives[name]?.earlierMayRun ?? false {
                lives[name]?.earlierMayRun = false
            } else if startsAnew(name) {
                // The row of the repeated request comes later.
                lives[name]?.id = nil
            } else {
                fail("the closure of \(name) runs twice")
            }
        }
        lives[name]?.closures += 1
        guard let life = lives[name] else { return fail("a closure runs for no request") }
        // A closure without a row runs on the thread that read the URL.
        if !isSuspended, row(of: life)?.state == .accepted {
            fail("the closure of \(name) runs before its row says so")
        }
    }

    func checkDialog(_ name: String) {
        guard let life = lives[name] else { return fail("the user is asked about no request") }
        if !isSuspended, row(of: life) == nil { fail("the user is asked about \(name), which has no row") }
        let open = daemon?.machine.affairs.count { if case .dialog = $0.kind { true } else { false } } ?? 0
        if open > 0 { fail("two dialogs are open") }
        // After an answer of "always", the next dialogs come at once.
        if lockedShare > 0, !isUnlocked, name != confirmed {
            fail("the user is asked about \(name) without a look that found the screen unlocked")
        }
        isUnlocked = false
    }

    private func row(of life: Life) -> JournalEntry? { life.id.flatMap { daemon?.file[$0] } }

    // MARK: when a URL leaves

    func checkOpening(_ url: ModelURL) {
        guard let life = lives[url.life] else { return fail("a URL of no request is opened") }
        if let app = Int(url.scheme.dropFirst(3)), life.route != nil,
            !allows(app, life, isCallback: url.purpose != "open")
        {
            fail("\(life.name) opens a URL of app\(app), which its routes do not let out")
        }
        let openers = daemon?.machine.affairs.count { affair in
            switch affair.kind {
            case .opener, .app: true
            default: false
            }
        }
        if !openersLapse, openers ?? 0 >= openerLimit { fail("more openers run at once than may") }
        guard let kind = CallbackKind(rawValue: String(url.purpose)) else { return }
        let earlier = life.earlierID.flatMap { daemon?.file[$0] }
        // The row to which this URL belongs is unknown if both callbacks are claimed: each may be opened once.
        if let earlier, earlier.outcome?.kind == kind,
            [.claimed, .opened, .uncertain].contains(earlier.callback?.state),
            row(of: life)?.callback?.state != .claimed || !life.opened.isEmpty
        {
            lives[life.name]?.earlierID = nil
            return
        }
        if !life.opened.isEmpty, !startsAnew(life.name) { fail("a callback of \(life.name) is opened twice") }
        lives[life.name]?.opened.append(kind)
        guard !isSuspended else { return }
        let row = row(of: life)
        if row?.callback?.state != .claimed { fail("the callback of \(life.name) is opened before its claim") }
        if row?.outcome?.kind != kind { fail("the callback of \(life.name) tells another outcome than its row") }
    }

    /// Whether all routes that a request has passed allow a URL of an app. The request's own route restricts only
    /// callbacks.
    private func allows(_ app: Int, _ life: Life, isCallback: Bool) -> Bool {
        let name = row(of: life)?.route
        // The request may have ended before a redirect.
        let chain = life.route.map(chain(from:)) ?? []
        let passed = chain.prefix { "sim.r\($0)" != name }.count
        let reached = passed < chain.count ? passed + 1 : 1
        let own = chain.prefix(isCallback ? reached : reached - 1)
        guard own.allSatisfy({ routes.routes[$0].apps?.contains(app) ?? true }) else { return false }
        guard life.origin != .answer, let parent = life.parent.flatMap({ lives[$0] }) else { return true }
        return allows(app, parent, isCallback: true)
    }

    // MARK: when rows are committed

    func committed(_ old: JournalEntry?, _ new: JournalEntry) {
        note("row \(ModelURL(new.request.url).life): \(new.step)")
        let name = ModelURL(new.request.url).life
        // The answer to a call is hidden completely.
        guard !new.request.url.hasPrefix("xcallback:") else { return }
        guard let life = lives[name] else { return fail("a row of no request: \(new.request.url)") }
        // The row of a refused request changes until its callback is opened, though its caller may have tried again.
        if old == nil {
            if let id = life.id, id != new.id {
                if !isAnew(life), !life.mayStartAnew { fail("\(name) has two rows") }
                let hasRun = life.closures > 0 || !life.starts.isEmpty
                lives[name]?.begin()
                lives[name]?.earlierID = id
                lives[name]?.earlierMayRun = !hasRun && daemon?.file[id]?.outcome == nil
            }
            lives[name]?.id = new.id
            lives[name]?.wasRefused = new.outcome?.kind == .error && new.request.clientID == nil
        }
        // A permanent grant counts as the user's yes. The next daemon does not know the grant, but the row records the
        // yes.
        if old?.agreement == nil, new.agreement != nil, life.route.map(grants.contains) ?? false {
            lives[name]?.saidYes = true
        }
        let texts = JournalColumns.row(of: new).compactMap(\.string)
        if Array(texts.joined(separator: "\n").utf8).withUnsafeBufferPointer({ ModelRoutes.secretMark.end(in: $0) })
            != nil
        {
            fail("a secret is in the row of \(name): \(new.agreement ?? "") \(new.outcome.map { "\($0)" } ?? "")")
        }
        if old == nil, case .callback(let kind) = life.origin, let parent = life.parent.flatMap({ lives[$0] }) {
            // The callback of a refused request may follow after the caller has used the request's id again.
            let rows = [row(of: parent), parent.earlierID.flatMap { daemon?.file[$0] }].compactMap(\.self)
            let claimed = rows.filter { $0.callback?.state == .claimed }
            if claimed.isEmpty { fail("the callback of \(parent.name) is dispatched before its claim") }
            if !claimed.isEmpty, !claimed.contains(where: { $0.outcome?.kind == kind }) {
                fail("the callback of \(parent.name) tells another outcome than its row")
            }
        }
        if old?.callback?.state == .claimed, new.callback?.state == .expired {
            fail("the callback of \(name) was claimed, and its row says that it expired")
        }
        if let callback = new.callback, callback.state == .failed, callback.reason != Self.noApp {
            fail("the callback of \(name) is lost: \(callback.reason ?? "")")
        }
        if !wasStopped, old?.outcome == nil, case .error(let error) = new.outcome,
            error.message.holds("the daemon is stopping")
        {
            fail("\(name) is told that the daemon stops, and it does not")
        }
    }

    /// Returns true if this is the first event of a repeated request that runs again, and begins the repeat.
    private func startsAnew(_ name: String) -> Bool {
        guard let life = lives[name], life.mayStartAnew else { return false }
        lives[name]?.begin()
        // The first request may get its row only now, and this request another one.
        if life.id == nil { lives[name]?.mayStartAnew = true }
        return true
    }

    /// Whether a request may run again: the first request with its client's id was refused or is forgotten, or this
    /// applies to the request from which it follows.
    func isAnew(_ life: Life) -> Bool {
        if life.origin != .answer, let parent = life.parent.flatMap({ lives[$0] }), isAnew(parent) { return true }
        return life.isForgotten || life.wasRefused
            || life.told.contains(where: \.isRefusal)
    }

    // MARK: when a caller is answered

    func replied(_ index: Int, _ reply: RPCReply) {
        let life = sent[index].life
        switch reply.content {
        case .success(let value) where value["state"] == "accepted":
            note("\(life) is told that it was accepted")
            sent[index].isOver = true
            guard !sent[index].isRepeated else { return }
            lives[life]?.isAccepted = true
            if !isSuspended, let known = lives[life], row(of: known) == nil {
                fail("\(life) is told that it was accepted, and has no row")
            }
        case .success(let value): replied(index, Life.Told(value, step))
        case .failure(let error):
            note("\(life) is told \(error.message)")
            sent[index].isOver = true
        }
    }

    func replied(_ index: Int, _ told: Life.Told) {
        let name = sent[index].life
        note("\(name) is told \(told.kind)\(told.code.map { " \($0) \(told.message)" } ?? "")")
        if sent[index].isOver { fail("\(name) is told two outcomes") }
        sent[index].isOver = true
        checkRefusal(told, sent[index])
        tell(name, told)
        checkDescendants(of: name)
    }

    private func tell(_ name: String, _ told: Life.Told) {
        guard let life = lives[name] else { return }
        if !life.isForgotten, let other = life.told.first(where: { $0.id == told.id }),
            other.kind != told.kind || other.code != told.code
        {
            fail("\(name) has two outcomes: \(other.kind) and \(told.kind)")
        }
        lives[name]?.told.append(told)
        // A kill in between is an acceptable reason, and so is a forgotten first request with the same id, or a first
        // request that was refused: each of its callers is told so.
        let isHonest =
            ["was killed while the request ran", "no longer remembered"].contains { told.message.holds($0) }
            || life.told.contains { $0.id == told.id && $0.code == told.code }
            || told.isRefusal && told.id != life.id
        if life.closures > 0, told.kind != .success, !isHonest, !life.isCancelled, !life.isForgotten,
            life.route.map({ isPlain($0) }) ?? false
        {
            fail("the closure of \(name) ran, and its caller is told \(told.kind)")
        }
        if life.origin == .answer, told.kind == .success, let call = life.parent {
            if lives[call]?.answered == nil { lives[call]?.answered = answerKind(of: life) }
        }
    }

    private func isPlain(_ route: Int) -> Bool {
        guard let last = chain(from: route).last, case .closure = routes.routes[last].action else { return false }
        return true
    }

    private func answerKind(of life: Life) -> CallbackKind? {
        CallbackKind(rawValue: String(ModelURL(life.url).purpose))
    }

    /// Checks that a temporary refusal is not remembered: a later request with the same id is a new request.
    private func checkRefusal(_ told: Life.Told, _ one: Sent) {
        guard told.code == StandardCode.draining.rawValue, let life = lives[one.life], life.id != told.id else {
            return
        }
        if life.told.contains(where: { $0.id == told.id && $0.step < one.step }) {
            fail("\(one.life) gets the refusal of an earlier request")
        }
    }

    /// Checks that a request with an outcome has no running command or dialog, neither its own nor of a forwarded
    /// request.
    private func checkDescendants(of name: String) {
        // A running command may belong to a repeat, because the outcome was a refusal.
        if let life = lives[name], isAnew(life) { return }
        for affair in daemon?.machine.affairs ?? [] {
            switch affair.kind {
            case .command(let life, _) where follows(life, name), .dialog(let life) where follows(life, name):
                fail("\(name) has its outcome, and \(affair.kind) goes on")
            default: break
            }
        }
    }

    private func follows(_ life: String, _ name: String) -> Bool {
        life == name || life.hasPrefix(name) && life.dropFirst(name.count).allSatisfy { $0 == "o" }
    }

    func cancelled(_ name: String, _ reply: RPCReply) {
        guard case .success(let value) = reply.content else { return note("\(name) cannot be cancelled") }
        let told = Life.Told(value, step)
        note("the cancel of \(name) has its outcome: \(told.kind)")
        lives[name]?.isCancelled = true
        if told.kind == .error { fail("\(name) was cancelled, and ends as \(told.code ?? 0) \(told.message)") }
        tell(name, told)
        checkDescendants(of: name)
    }

    // MARK: when all tasks wait

    func checkQuiet(_ daemon: ModelDaemon) {
        guard daemon.isServing, !isSuspended else { return }
        let asksFeature = daemon.machine.affairs.contains { $0.kind == .availability }
        for one in sent where !one.isOver {
            guard !asksFeature else { continue }
            // The repeat of a request that was turned away waits until that request's callback is over.
            let code = lives[one.life].flatMap(row)?.outcome?.error?.code
            if !one.waits, code != StandardCode.tooMany.rawValue, code != StandardCode.draining.rawValue {
                fail("\(one.life) waits, though its caller does not")
            }
            // An app's answer waits for its call, which has a row.
            guard let life = lives[one.life], life.origin != .answer else { continue }
            if row(of: life) == nil { fail("\(one.life) waits and has no row") }
        }
    }

    func checkKill(_ daemon: ModelDaemon) {
        for (name, life) in lives where !life.saidYes && row(of: life)?.agreement != nil {
            // The answer may be about a route that the request is redirected to.
            let isGranted = life.route.map { chain(from: $0).contains(where: grants.contains) } ?? false
            lives[name]?.wasGrantedAtKill = life.wasGrantedAtKill || isGranted
        }
        guard daemon.machine.isQuiet, !isSuspended else { return }
        for (name, life) in lives where life.saidYes && life.starts.isEmpty && row(of: life)?.state == .accepted {
            let isAsked = daemon.machine.affairs.contains { $0.kind == .dialog(life: name) || $0.kind == .availability }
            // The second dialog of a life may wait for the unlock.
            if !isAsked, name != confirmed { lives[name]?.wasAgreedToAtKill = true }
        }
    }

    // MARK: when nothing is left to happen

    func checkIdle(_ daemon: ModelDaemon) {
        if let leftover = daemon.leftover { fail("nothing happens any more, and \(leftover)") }
        for one in sent where !one.isOver { fail("\(one.life) waits for ever") }
    }

    func checkEnd(_ file: ModelJournal) {
        for entry in file.entries {
            let name = ModelURL(entry.request.url).life
            guard let life = lives[name], !life.isForgotten, entry.id == life.id else { continue }
            check(life, entry)
        }
        for life in lives.values where !life.isForgotten {
            if life.id == nil, life.isAccepted || !life.starts.isEmpty {
                fail("\(life.name) was accepted or ran, and has no row")
            }
            if let kind = life.answered, let told = life.parent == nil ? life.told.first : nil {
                let isGiven = kind == told.kind
                if !isGiven, told.kind == .error, told.code == 408 || told.code == 503 {
                    fail("the answer to \(life.name) was taken, and its caller is told \(told.code ?? 0)")
                }
            }
        }
    }

    private func check(_ life: Life, _ entry: JournalEntry) {
        let name = life.name
        guard let outcome = entry.outcome else { return fail("\(name) has no outcome") }
        for told in life.told where told.id == entry.id && told.kind != outcome.kind {
            fail("\(name) was told \(told.kind), and its row has \(outcome.kind)")
        }
        if let kind = life.answered, kind != outcome.kind, case .error(let error) = outcome,
            error.code == StandardCode.draining.rawValue || error.code == StandardCode.timeout.rawValue
        {
            fail("the answer to \(name) was taken, and its row has \(error.code)")
        }
        if let kind = life.opened.first, kind != outcome.kind {
            fail("a callback told \(kind) of \(name), and its row has \(outcome.kind)")
        }
        if let callback = entry.callback?.state {
            if life.opened.isEmpty, callback == .opened { fail("the row of \(name) says that its callback was opened") }
            if !life.opened.isEmpty, ![.opened, .uncertain, .failed].contains(callback) {
                fail("a callback of \(name) was opened, and its row says \(callback)")
            }
        }
        if life.isCancelled, outcome.kind == .error { fail("\(name) was cancelled, and its row has an error") }
        checkError(life, outcome)
    }

    private func checkError(_ life: Life, _ outcome: Outcome) {
        guard case .error(let error) = outcome else { return }
        // A forwarded request has the outcome of the request that it led to, which the next daemon accepts or refuses.
        let isForwarded = lives[life.name + "o"].flatMap(row)?.outcome == outcome
        if life.isRecovered, !isForwarded {
            if error.code == StandardCode.tooMany.rawValue, error.message.holds(" a second from the ") {
                fail("\(life.name) was accepted, and the next daemon refuses it by its rate")
            }
            if error.message.holds("already waiting") || error.message.holds("may wait") {
                fail("\(life.name) was accepted, and the next daemon has no place for it")
            }
            if life.wasAgreedToAtKill, error.message.holds("before the user agreed") {
                fail("the user said yes to \(life.name), and the next daemon forgets it")
            }
        }
        guard error.code == StandardCode.failed.rawValue else { return }
        let isCaused = lives.values.contains { other in
            follows(other.name, life.name) && (other.hasFailedOpener || !other.starts.isEmpty || other.closures > 0)
        }
        if !isCaused {
            fail("\(life.name) failed (\(error.message)), and nothing of it did")
        }
    }
}

extension JournalEntry {
    /// The state of the request, for the trace.
    fileprivate var step: String {
        "\(state)\(agreement == nil ? "" : ", agreed")\(outcome.map { " \($0.kind)" } ?? "")"
            + (callback.map { ", callback \($0.state)" } ?? "")
    }
}

extension Life.Told {
    /// Whether the request was refused for the moment, so that its id may be used again.
    fileprivate var isRefusal: Bool {
        code == StandardCode.draining.rawValue || code == StandardCode.tooMany.rawValue
    }

    init(_ reply: OutcomeReply, _ step: Int) {
        self.init(
            id: reply.id, kind: reply.outcome.kind, code: reply.outcome.error?.code,
            message: reply.outcome.error?.message ?? "", step: step)
    }

    init(_ value: QueryValue, _ step: Int) {
        self.init(
            id: value["id"]?.string ?? "", kind: value["outcome"]?.string.flatMap(CallbackKind.init) ?? .error,
            code: (value["error"]?["code"]?.text).flatMap { Int($0) },
            message: value["error"]?["message"]?.string ?? "",
            step: step)
    }
}
