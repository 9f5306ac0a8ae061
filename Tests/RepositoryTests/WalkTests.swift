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

    private static let files = Repository.swiftFiles("Sources").filter { $0.hasSuffix(".swift") }

    private static let texts: [String] = files.compactMap { try? Repository.text($0) }

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
    private static func bodies(of step: Step) -> [Substring] {
        let heads =
            ["class", "struct", "enum", "actor", "extension"].map { "\($0) \(step.type) " }
            + ["class", "struct", "enum", "actor", "extension"].map { "\($0) \(step.type): " }
        let start = step.function == "init" ? "init" : "func \(step.function)"
        return texts.filter { text in heads.contains { text.contains($0) } }.flatMap { text -> [Substring] in
            var bodies: [Substring] = []
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
            while let first = lines.popFirst() {
                guard let place = first.firstRange(of: start), !first.contains("//"),
                    ["(", "<", "?"].contains(first[place.upperBound...].first)
                else { continue }
                // The body ends at a brace as deep as the function, or in the line in which it begins.
                let indent = first.prefix { $0 == " " }
                var body = [first]
                if !(first.hasSuffix("}") && first.contains("{")) {
                    while let line = lines.popFirst() {
                        body.append(line)
                        if line == indent + "}" { break }
                    }
                }
                bodies.append(Substring(body.joined(separator: "\n")))
            }
            return bodies
        }
    }

    private static func calls(_ body: Substring, _ step: Step) -> Bool {
        if step.function == "init" { return body.contains("\(step.type)(") }
        // The head of a function is no call of the function.
        let inside = body.drop { $0 != "{" }
        return inside.contains { $0 == "." || $0 == " " || $0 == "(" }
            && ["(", " {", ")", ","].contains { end in
                [".", " ", "("].contains { inside.contains("\($0)\(step.function)\(end)") }
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
