import Foundation
package import QueryCoding
import RequestRecord
import Testing

extension CaseSection {
    /// Returns a value that a dispatcher has beside its replies, by a name that begins with `@`.
    package typealias Lookup = (_ name: String) async throws -> QueryValue?

    /// Sends each row to a dispatcher with the files of the section, and compares what its cells name with the values there.
    ///
    /// The first cell of a row is a URL for the control socket, a method and its parameters as JSON, or `explain` and a URL.
    /// The word `click`, `agent` or `both` before it names another socket. A second cell alone is the decision of the reply;
    /// otherwise each two cells are a path in the answer and its value as JSON. `-` stands for no value, `"text"…` for
    /// the beginning of a text, `…"text"` for its end, `…"text"…` for a part of it, and `!` before a value for every other
    /// one. `@row` is the request in the history.
    ///
    /// - Parameter watch: Is called before each row, and returns a function for the names that this one does not know.
    package func check(on harness: some Harness, watch: () -> Lookup = { { _ in nil } }) async throws {
        for row in rows {
            let (doors, request) = Self.doors(of: row[0])
            for door in doors {
                let lookup = watch()
                let answer = try await Self.send(request, to: harness, door)
                guard row.count > 2 else {
                    #expect(answer.decision == row[1], "\(row) at \(door): \(answer.json)")
                    continue
                }
                for cell in stride(from: 1, to: row.count, by: 2) {
                    let path = row[cell].split(separator: ".")
                    let found =
                        switch path[0] {
                        case "@row": try await harness.recorded(answer)?.value(at: path.dropFirst())
                        case let name where name.hasPrefix("@"):
                            try await lookup(String(name))?.value(at: path.dropFirst())
                        default: answer.value(at: path[...])
                        }
                    let fits = try Self.fits(found, row[cell + 1])
                    #expect(fits, "\(row[cell]) of \(row) at \(door) is \(found?.json ?? "-")")
                }
            }
        }
    }

    private static func doors(of cell: String) -> ([Door], Substring) {
        let words = cell.split(separator: " ", maxSplits: 1)
        switch words.first {
        case "click": return ([.desktop], words[1])
        case "agent": return ([.agent], words[1])
        case "both": return ([.control, .desktop], words[1])
        default: return ([.control], cell[...])
        }
    }

    private static func send(_ request: Substring, to harness: some Harness, _ door: Door) async throws -> QueryValue {
        guard let (_, method, rest) = request.wholeMatch(of: /(explain(?= )|[a-z]+(?= \{)) (.*)/)?.output else {
            return try await harness.reply(to: String(request), door: door)
        }
        if method == "explain", !rest.hasPrefix("{") {
            let parameters: QueryValue = ["url": .string(String(rest)), "door": .string(door.rawValue)]
            return try #require(try await harness.result(of: "explain", parameters), "\(request)")
        }
        return try await harness.answer(
            String(method), JSONParser.parse(Array(rest.utf8), depthLimit: 16), door: door)
    }

    /// Whether a value is the one that a cell describes.
    private static func fits(_ value: QueryValue?, _ cell: String) throws -> Bool {
        if cell.hasPrefix("!") { return try !fits(value, String(cell.dropFirst())) }
        if cell == "-" { return value == nil }
        let json = cell.trimmingCharacters(in: ["…"])
        let expected = try JSONParser.parse(Array(json.utf8), depthLimit: 16)
        guard json != cell, let part = expected.string else { return value == expected }
        let text = value?.string ?? value?.json ?? ""
        return switch (cell.hasPrefix("…"), cell.hasSuffix("…")) {
        case (true, true): text.contains(part)
        case (true, false): text.hasSuffix(part)
        default: text.hasPrefix(part)
        }
    }
}

extension QueryValue {
    /// The value at a path. `#` is the number of the elements, and `*` has the rest of the path in each of them.
    fileprivate func value(at path: ArraySlice<Substring>) -> QueryValue? {
        guard let name = path.first else { return self }
        let rest = path.dropFirst()
        switch name {
        case "#": return elements.map { .integer($0.count) }
        case "*": return elements.map { .array($0.map { $0.value(at: rest) ?? .null }) }
        default:
            let next = Int(name).flatMap { index in elements?.dropFirst(index).first } ?? self[String(name)]
            return next?.value(at: rest)
        }
    }
}
