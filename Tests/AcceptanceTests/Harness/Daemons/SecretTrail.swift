import Foundation
import QueryCoding
import Testing

/// What a daemon wrote down, searched for a secret. The search shares no code with the daemon.
struct SecretTrail {
    let sandbox: Sandbox

    /// Letters that most encodings of a secret keep together.
    static let core = "kanariengelb"

    /// Every form that those letters can have.
    private static let forms: [String] = {
        let hex = core.utf8.map { String($0, radix: 16) }
        let inBase64 = (0..<3).map { offset in
            let text = Data(repeating: 0x78, count: offset) + Data(core.utf8)
            return String(text.base64EncodedString().dropFirst(4).prefix(10))
        }
        return [core, hex.map { "%" + $0 }.joined(), hex.map { "\\u00" + $0 }.joined()] + inBase64
    }()

    /// The journal's files, the log and what notifications showed, by where they are.
    private func files() throws -> [String: Data] {
        let folder = "\(sandbox.path)/state/xcallbackd"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let paths = names.map { "\(folder)/\($0)" } + ["\(sandbox.path)/log", "\(sandbox.path)/shown"]
        return paths.reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: $1) }
    }

    /// What a daemon that runs says of itself and of its requests.
    private func answers(of daemon: RunningDaemon) throws -> [String: Data] {
        var answers: [String: Data] = [:]
        for method in ["status", "routes"] { answers[method] = Data(try daemon.call(method).json.utf8) }
        for request in try daemon.history() {
            let id = request["id"] ?? .null
            answers["history"] = (answers["history"] ?? Data()) + Data(request.json.utf8)
            answers["history \(id.json)"] = Data(try daemon.history(["id": id]).map(\.json).joined().utf8)
            answers["history show \(id.json)"] = Data(
                try daemon.xcallback(["history", "show", id.string ?? ""]).output.utf8)
        }
        for command in ["history", "status"] {
            answers["xcallback \(command)"] = Data(try daemon.xcallback([command]).output.utf8)
        }
        return answers
    }

    /// Expects the secret nowhere.
    /// - Parameter daemon: Asked for its answers; nil for one that has ended.
    func expectNone(_ daemon: RunningDaemon? = nil) throws {
        let answers = try daemon.map(answers) ?? [:]
        for (place, data) in try files().merging(answers, uniquingKeysWith: +) {
            let text = String(decoding: data, as: UTF8.self)
            for form in Self.forms {
                guard let range = text.range(of: form, options: .caseInsensitive) else { continue }
                Issue.record("\(place) has '\(form)' after …\(text[..<range.lowerBound].suffix(300))")
            }
        }
    }
}
