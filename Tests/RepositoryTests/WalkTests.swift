import TestSupport
import Testing

/// The walks of Sources/README.md: each arrow is a call.
struct WalkTests {
    /// A function of a type, as in `Dispatcher.perform`.
    private struct Step: Hashable, CustomStringConvertible {
        let type: String
        let function: String

        init?(_ text: Substring) {
            let parts = text.split(separator: ".")
            guard parts.count == 2 else { return nil }
            (type, function) = (String(parts[0]), String(parts[1]))
        }

        var description: String { "\(type).\(function)" }
    }

    /// The lines of the files that declare or extend each type.
    private static let files: [Substring: [[Substring]]] = {
        let kinds: Set<Substring> = ["class", "struct", "enum", "actor", "extension"]
        var files: [Substring: [[Substring]]] = [:]
        for path in Repository.swiftFiles("Sources") {
            let text = (try? Repository.text(path)) ?? ""
            let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .map { Substring($0) }
            var types: Set<Substring> = []
            for line in lines {
                let words = line.utf8.split { !($0 | 0x20).isLetter && !$0.isDigit }.prefix(5).map { Substring($0) }
                for (kind, name) in zip(words, words.dropFirst()) where kinds.contains(kind) { types.insert(name) }
            }
            for type in types { files[type, default: []].append(lines) }
        }
        return files
    }()

    /// The arrows of the page.
    private static func arrows() throws -> [(from: Step, to: Step)] {
        var arrows: [(from: Step, to: Step)] = []
        var isWalk = false
        for line in try Repository.text("Sources/README.md").split(separator: "\n") {
            if line.hasPrefix("```") {
                isWalk = line == "```text"
            } else if isWalk, line.contains(" → ") {
                let steps = try line.split(separator: " → ").map { try #require(Step($0), "\(line)") }
                for (from, to) in zip(steps, steps.dropFirst()) { arrows.append((from, to)) }
            }
        }
        return arrows
    }

    /// The bodies of a function, in all parts of its type.
    private static func bodies(of step: Step) -> [String] {
        let start = step.function == "init" ? "init" : "func \(step.function)"
        return (files[step.type[...]] ?? []).flatMap { lines -> [String] in
            var bodies: [String] = []
            var lines = lines[...]
            while let first = lines.popFirst() {
                let head = first.drop { $0 == " " }
                guard let place = head.firstRange(of: start), !head.hasPrefix("//"),
                    ["(", "<", "?"].contains(head[place.upperBound...].first)
                else { continue }
                // The body ends at a brace as deep as the function, or in the line in which it begins.
                let end = first.prefix { $0 == " " } + "}"
                var body = [first]
                if !(first.hasSuffix("}") && first.contains("{")) {
                    while let line = lines.popFirst() {
                        body.append(line)
                        if line == end { break }
                    }
                }
                bodies.append(body.joined(separator: "\n"))
            }
            return bodies
        }
    }

    private static func calls(_ body: String, _ step: Step) -> Bool {
        if step.function == "init" { return body.contains("\(step.type)(") }
        // The head of a function is no call of the function.
        let inside = body.drop { $0 != "{" }
        return [".", " ", "("].contains { before in
            ["(", " {", ")", ","].contains { after in inside.contains("\(before)\(step.function)\(after)") }
        }
    }

    @Test func `each arrow is a call`() throws {
        let arrows = try Self.arrows()
        #expect(arrows.count > 50)
        for (from, to) in arrows {
            let bodies = Self.bodies(of: from)
            #expect(!bodies.isEmpty, "there is no \(from)")
            #expect(!Self.bodies(of: to).isEmpty, "there is no \(to)")
            #expect(bodies.contains { Self.calls($0, to) }, "\(from) does not call \(to)")
        }
    }

    @Test func `each folder of the daemon has its sentence`() throws {
        let page = try Repository.text("Sources/README.md")
        let folders = Set(Repository.swiftFiles("Sources/DispatcherService").map { $0.split(separator: "/")[2] })
        for folder in folders { #expect(page.contains("**\(folder)**"), "\(folder)") }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
