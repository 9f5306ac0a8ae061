import CLinux
import Glibc
import UnixSystem

/// The command that a standby runs, as the daemon sends it: the time in a message, with a file in memory and the streams of
/// the command. The file has the folder, the number of words, the words and the variables, each with a NUL at its end: a
/// message has at most 200 kB.
struct StandbyOrder {
    let words: [String]
    let environment: [String: String]
    let folder: String
    /// The time after which the standby ends by itself, in milliseconds.
    let time: Int64

    /// The maximum size of the file. execve(2) accepts less.
    private static let limit = 8 << 20

    /// Sends the order. Throws E2BIG for a command that is too long.
    /// - Parameter streams: The standard input, output and error output of the command.
    func send(to socket: MessageSocket, streams: [CInt]) throws(SystemCallError) {
        let texts = [folder, "\(words.count)"] + words + environment.map { "\($0.key)=\($0.value)" }
        var bytes: [UInt8] = []
        for text in texts {
            // No argument of a program has a NUL.
            bytes += text.utf8.prefix { $0 != 0 }
            bytes.append(0)
        }
        guard bytes.count <= Self.limit else { throw SystemCallError("start", words.first ?? "", number: E2BIG) }
        let file = try Descriptor(inMemory: bytes)
        try socket.send(time, [file.number] + streams)
    }

    /// Receives an order and the streams; nil if the daemon has ended, or sends something else.
    static func receive(from socket: MessageSocket) -> (order: StandbyOrder, streams: [CInt])? {
        guard let (time, descriptors) = socket.receive(descriptors: 4) else { return nil }
        defer { close(descriptors[0]) }
        guard let bytes = try? FileContents.readToEnd(of: descriptors[0], "the order", limit: limit) else { return nil }
        var texts = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }[...].dropLast()
        guard let folder = texts.popFirst(), let count = texts.popFirst().flatMap({ Int($0) }),
            (0...texts.count).contains(count)
        else { return nil }
        let variables = texts.dropFirst(count).compactMap { text -> (String, String)? in
            guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            return (String(text[..<sign]), String(text[text.utf8.index(after: sign)...]))
        }
        let order = StandbyOrder(
            words: Array(texts.prefix(count)), environment: Dictionary(variables) { $1 }, folder: folder, time: time)
        return (order, Array(descriptors.dropFirst()))
    }
}

extension StandbyOrder {
    init(_ command: CommandRunner.Command, time: Duration) {
        self.init(
            words: command.arguments, environment: command.environment, folder: command.directory,
            time: time.components.seconds * 1000)
    }
}
