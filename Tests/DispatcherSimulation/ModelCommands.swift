import DesktopEntries
import DispatcherCommands
import DispatcherConfiguration
import DispatcherMessages
import XCallbackURL

/// Commands that end when the world decides: the commands of routes and of features, and the dialogs of questions.
struct ModelCommands: CommandRunning {
    let world: ModelWorld
    let machine: ModelMachine

    let units: StatusReply.Units? = nil

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

/// The openers, and the apps that receive their URLs.
struct ModelApps: URLOpening {
    let world: ModelWorld
    let machine: ModelMachine

    func open(
        _ url: String, scheme: Scheme, by command: [String], environment: [String: String],
        requested: [String: String],
        turn: OpenerTurn
    ) async -> OpenerStart {
        await withCheckedContinuation { done in
            let life = ModelURL(url).life
            if !machine.isDead { world.opens(url) }
            machine.begin(
                Affair(number: machine.makeNumber(), kind: .opener(life: life)) { [world, machine] end in
                    let start = world.start(of: life, end)
                    // The process may be the app that the opener started.
                    if case .started = start {
                        machine.begin(
                            Affair(number: machine.makeNumber(), kind: .app) { _ in withExtendedLifetime(turn) {} })
                    }
                    done.resume(returning: start)
                })
        }
    }

    func undeliverableReason(_ scheme: Scheme, by command: [String], environment: [String: String]) -> String? {
        nil
    }

    func owner(of scheme: Scheme, by command: [String], environment: [String: String]) -> SchemeOwner {
        .nobody
    }
}

/// The parts of a URL of the model: `app1://cb?n=3s&k=success`.
struct ModelURL {
    private let text: String

    init(_ text: String) { self.text = text }

    var scheme: Substring { text.prefix { $0 != ":" } }
    /// The name of the life that the URL belongs to.
    var life: String { String(Self.value("?n=", text)) }
    /// The purpose of the URL: a kind of callback, `open` of a route, or `call`.
    var purpose: Substring { Self.value("&k=", text) }

    /// The value of a parameter, without decoding.
    subscript(name: String) -> Substring { Self.value("&\(name)=", text) }

    private static func value(_ mark: String, _ text: String) -> Substring {
        var text = text
        let end = text.withUTF8 { mark.end(in: $0) }
        guard let end else { return "" }
        return Substring(text.utf8.dropFirst(end).prefix { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "#") })
    }
}

extension String {
    /// Returns whether the text contains another text.
    func holds(_ text: String) -> Bool {
        var whole = self
        return whole.withUTF8 { text.end(in: $0) != nil }
    }

    /// Returns the end of the text in some bytes. The standard library's search would take as long as the daemon for a
    /// request.
    func end(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var mark = self
        return mark.withUTF8 { mark in
            guard let first = mark.first, mark.count <= bytes.count else { return nil }
            for start in 0...bytes.count - mark.count where bytes[start] == first {
                if mark.indices.allSatisfy({ bytes[start + $0] == mark[$0] }) { return start + mark.count }
            }
            return nil
        }
    }
}
