import DispatcherCommands
import DispatcherMessages
import QueryCoding
import RequestRecord
import TestSupport
import XCallbackURL

/// The URLs of requests, and the world's reactions when the daemon runs something.
extension ModelWorld {
    private static let kinds: [CallbackKind] = [.success, .error, .cancel]

    /// Makes a URL of a route with callbacks, and the lives that the URL leads to.
    func makeURL(
        _ name: String, _ door: Door, _ route: Int, origin: Life.Origin, parent: String?, depth: Int
    ) -> String {
        var url = ModelRoutes.url(of: route, name, routes.routes[route], secret: "\(ModelRoutes.secretMark)\(name)x")
        for kind in Self.kinds {
            switch chooser.choose(4) {
            case 0: break
            case 1 where depth < 2:
                let next = makeURL(
                    name + String(kind.rawValue.prefix(1)), door, chooser.choose(routes.routes.count),
                    origin: .callback(kind), parent: name, depth: depth + 1)
                url += "&x-\(kind.rawValue)=\(ModelRoutes.encoded(next))"
            default:
                let app = "app\(chooser.choose(ModelRoutes.appCount))://cb?n=\(name)&k=\(kind.rawValue)"
                url += "&x-\(kind.rawValue)=\(ModelRoutes.encoded(app))"
            }
        }
        register(name, url, door, route, origin: origin, parent: parent)
        return url
    }

    /// Makes the life of a URL, and the lives of the URLs that its route opens.
    private func register(
        _ name: String, _ url: String, _ door: Door, _ route: Int, origin: Life.Origin, parent: String?
    ) {
        lives[name] = Life(name: name, url: url, door: door, route: route, origin: origin, parent: parent)
        for index in chain(from: route) {
            if case .forward(let next) = routes.routes[index].action {
                register(name + "o", "", door, next, origin: .forward, parent: name)
            }
        }
    }

    /// Returns a route and the routes that it redirects to.
    func chain(from route: Int) -> [Int] {
        var chain = [route]
        while case .redirect(let next) = routes.routes[chain[chain.count - 1]].action { chain.append(next) }
        return chain
    }

    /// Makes the URL of a call of another app.
    func makeCall(_ name: String, _ app: Int) -> String {
        let url = "app\(app)://do?n=\(name)&k=call"
        lives[name] = Life(name: name, url: url, door: .control, route: nil, origin: .caller, parent: nil)
        return url
    }

    // MARK: commands and dialogs

    func kind(of arguments: [String]) -> Affair.Kind {
        switch arguments.dropFirst().first {
        case "run": return .command(life: arguments[3], route: Int(arguments[2]) ?? 0)
        case "dialog": return .dialog(life: asked(in: arguments.last ?? ""))
        case "show-session": return .lock
        default: return .availability
        }
    }

    /// Returns the life that a question is about, from the question's line for the parameter `n`.
    private func asked(in question: String) -> String {
        for line in question.split(whereSeparator: \.isNewline) where line.hasPrefix("n: ") {
            return line.dropFirst(3).filter { $0.isASCII && ($0.isNumber || $0.isLowercase) }
        }
        return confirmed
    }

    func begins(_ kind: Affair.Kind) {
        note("begins: \(kind)")
        switch kind {
        case .command(let life, let route): checkStart(life, route)
        case .dialog(let life): checkDialog(life)
        case .availability, .lock, .opener, .app: break
        }
    }

    func completion(
        of kind: Affair.Kind, _ arguments: [String], _ end: Affair.End
    ) -> Result<CommandRunner.Completion, any Error> {
        chooser.kind = .outcome(kind.life)
        switch end {
        case .abandoned: return .failure(CancellationError())
        case .cancelled where !chooser.happens(20): return .failure(CancellationError())
        case .cancelled, .done: break
        }
        switch kind {
        case .command:
            let output = "done " + arguments.dropFirst(3).joined(separator: " ")
            switch chooser.choose(6) {
            case 0, 1, 2: return .success(.init(end: .exited(0), output: Array(output.utf8)))
            case 3: return .success(.init(end: .exited(3), lastErrorLine: output))
            case 4: return .success(.init(end: .timedOut))
            default: return .success(.init(end: .signaled(9)))
            }
        case .dialog(let life):
            let status = [0, 0, 10, 1, 5, nil][chooser.choose(6)]
            note("the user's answer about \(life): \(status.map { "\($0)" } ?? "none")")
            return .success(.init(end: answered(life, status, to: arguments.last ?? "")))
        case .availability: return .success(.init(end: .exited(chooser.happens(25) ? 1 : 0)))
        case .lock:
            isUnlocked = !chooser.happens(lockedShare)
            note("the screen is \(isUnlocked ? "not locked" : "locked")")
            if !isUnlocked { clock.pass(.seconds(chooser.choose(200))) }
            return .success(.init(end: .exited(0), output: Array((isUnlocked ? "no\n" : "yes\n").utf8)))
        case .opener, .app: return .failure(CancellationError())
        }
    }

    /// Answers a question, or confirms that a grant is permanent, in the place of the user.
    /// - Parameters:
    ///   - status: Nil for a user who does not answer.
    ///   - text: The text of the dialog. A no to the dialog after "always" brings the question again, and there "always"
    ///     is a no.
    private func answered(_ life: String, _ status: Int?, to text: String) -> CommandRunner.Completion.End {
        let isSecond = text.hasPrefix("Always allow ")
        let isLast = text.hasSuffix(Prompt.backMark)
        let isRefusal = status == 1 || status == 10
        confirmed = status == 10 && !isLast || isSecond && isRefusal ? life : ""
        switch status {
        case 0:
            lives[life]?.saidYes = true
            if isSecond, let route = lives[life]?.route { grants.formUnion(chain(from: route)) }
        case _ where isRefusal && isLast, 1 where !isSecond: lives[life]?.saidNo = true
        case 10 where text.contains("\nyou are asked each time"): lives[life]?.saidYes = true
        // "Always" is no yes yet, and without the second answer it stays none.
        default: lives[life]?.saidYes = false
        }
        return status.map { .exited($0) } ?? .timedOut
    }

    func runsClosure(of life: String) {
        guard let machine = daemon?.machine, !machine.isDead else { return }
        note("the closure of \(life) runs")
        checkClosure(life)
        mayKillNow()
    }

    // MARK: openers

    func opens(_ text: String) {
        let url = ModelURL(text)
        note("opens: \(text)")
        checkOpening(url)
        guard url.purpose == "call" else { return }
        chooser.kind = .outcome(url.life)
        for _ in 0..<[1, 0, 1, 2][chooser.choose(4)] {
            let kind = Self.kinds[chooser.choose(Self.kinds.count)]
            guard let text = try? PercentCoding.decode(Array(url["x-\(kind.rawValue)"].utf8)[...]) else { continue }
            let name = makeAnswerName()
            let answer =
                "\(text)\(text.contains("?") ? "" : "?")n=\(name)&k=\(kind.rawValue)&errorCode=7&errorMessage=no"
            lives[name] = Life(name: name, url: answer, door: .desktop, route: nil, origin: .answer, parent: url.life)
            answers.append((name, answer))
        }
    }

    /// The reason of an opener that fails: nothing else makes a callback fail.
    static let noApp = "no app"

    /// Returns the result of starting an opener.
    func start(of life: String, _ end: Affair.End) -> OpenerStart {
        guard case .done = end else { return .failed("the daemon is gone") }
        chooser.kind = .outcome(life)
        switch chooser.choose(4) {
        case 0, 1: return .started(OpenerEnd())
        case 2:
            lives[life]?.hasFailedOpener = true
            return .failed(Self.noApp)
        default:
            lives[life]?.hasFailedOpener = true
            return .uncertain("it did not say")
        }
    }
}
