import DesktopEntries
import DispatcherCommands
import DispatcherConfiguration
import XCallbackURL

/// Commands that end when the world lets them: those of routes and of features, and the dialogs of questions.
struct ModelCommands: CommandRunning, @unchecked Sendable {
    let world: ModelWorld
    let machine: ModelMachine

    let hasUnits = false

    func run(_ command: CommandRunner.Command) async throws -> CommandRunner.Completion {
        let number = machine.makeNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { done in
                let kind = world.kind(of: command.arguments)
                let ends: (Affair.End) -> Void = { [world] end in
                    done.resume(with: world.completion(of: kind, command.arguments, end))
                }
                let affair = Affair(number: number, kind: kind, isCancelled: Task.isCancelled, end: ends)
                if !machine.isDead { world.begins(kind) }
                machine.begin(affair)
            }
        } onCancel: {
            machine.cancel(number)
        }
    }
}

/// Openers, and the apps that get their URLs.
struct ModelApps: URLOpening, @unchecked Sendable {
    let world: ModelWorld
    let machine: ModelMachine

    func open(
        _ url: String, scheme: Scheme, by way: Settings.Opener.Way, environment: [String: String],
        requested: [String: String],
        turn: OpenerTurn
    ) async -> OpenerStart {
        await withCheckedContinuation { done in
            let life = ModelURL(url).life
            if !machine.isDead { world.opens(url) }
            machine.begin(
                Affair(number: machine.makeNumber(), kind: .opener(life: life)) { [world, machine] end in
                    let start = world.start(of: life, end)
                    // The opener may be the app that it started.
                    if case .started = start {
                        machine.begin(
                            Affair(number: machine.makeNumber(), kind: .app) { _ in withExtendedLifetime(turn) {} })
                    }
                    done.resume(returning: start)
                })
        }
    }

    func undeliverableReason(_ scheme: Scheme, by way: Settings.Opener.Way, environment: [String: String]) -> String? {
        nil
    }

    func owner(of scheme: Scheme, by way: Settings.Opener.Way, environment: [String: String]) -> SchemeOwner {
        .nobody
    }
}

/// The parts of a URL of the model: `app1://cb?n=3s&k=success`.
struct ModelURL {
    let scheme: Substring
    /// The name of the life that it belongs to.
    let life: String
    /// What it is for: a kind of callback, `open` of a route, or `call`.
    let purpose: Substring
    private let text: String

    init(_ text: String) {
        self.text = text
        scheme = text.prefix { $0 != ":" }
        life = String(Self.value("?n=", text))
        purpose = Self.value("&k=", text)
    }

    /// The value of a parameter, as it stands there.
    subscript(name: String) -> Substring { Self.value("&\(name)=", text) }

    private static func value(_ mark: String, _ text: String) -> Substring {
        guard let range = text.firstRange(of: mark) else { return "" }
        return text[range.upperBound...].prefix { $0 != "&" && $0 != "#" }
    }
}
