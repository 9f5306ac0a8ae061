import DesktopEntries
import DispatcherMessages
import Glibc
import Logging
import QueryCoding
import UnixSystem

/// The file of the switched features: `{"features":{"notes":false}}`.
struct FeatureSwitchFile: Sendable {
    let path: String
    let logger: Logger

    /// Reads the file; no switches if there is no file. A file with other content is set aside, and its readable
    /// switches are kept.
    func read() -> [String: Bool] {
        let bytes: [UInt8]?
        do {
            bytes = try FileContents.read(path, limit: 1 << 20)
        } catch {
            logger.warning("the file of switched features cannot be read", metadata: ["error": "\(error)"])
            return [:]
        }
        guard let bytes else { return [:] }
        let value = try? JSONParser.parse(bytes, depthLimit: 16)
        let states = Self.states(value)
        if value != Self.value(states) { setAside(keeping: states) }
        return states
    }

    /// Replaces the whole file, or leaves it unchanged. Only the user may read the file.
    func write(_ states: [String: Bool]) throws(SystemCallError) {
        try Directory.make(Directory.parent(of: path))
        try File.replace(path, with: Array((Self.value(states).json + "\n").utf8), permissions: 0o600)
    }

    private func setAside(keeping states: [String: Bool]) {
        let other = "\(path).set-aside"
        guard rename(path, other) == 0 else {
            let error = SystemCallError("rename", path)
            return logger.warning("the file of switched features has unknown content", metadata: ["error": "\(error)"])
        }
        logger.warning(
            "the file of switched features had unknown content and was set aside", metadata: ["file": "\(other)"])
        guard !states.isEmpty else { return }
        do {
            try write(states)
        } catch {
            logger.warning("the file of switched features cannot be written", metadata: ["error": "\(error)"])
        }
    }

    private static func states(_ value: QueryValue?) -> [String: Bool] {
        guard case .object(let members)? = value?["features"] else { return [:] }
        var states: [String: Bool] = [:]
        for member in members {
            if case .bool(let isEnabled) = member.value { states[member.name] = isEnabled }
        }
        return states
    }

    private static func value(_ states: [String: Bool]) -> QueryValue {
        let members = states.sorted { $0.key < $1.key }.map { QueryValue.Member($0.key, .bool($0.value)) }
        return ["features": .object(members)]
    }
}
