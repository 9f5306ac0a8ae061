import TestSupport
import Testing

/// The rule that nothing foreign happens under a lock.
struct LockTests {
    /// A mistake under a lock.
    private struct Mistake: Equatable {
        let line: Int
        let word: String
    }

    /// The router is a library of its own, and has no other module's lock.
    private static let library = "Sources/URLSchemeRouter/"
    private static let lock = "Sources/UnixSystem/Lock.swift"

    @Test(arguments: Repository.swiftFiles("Sources"))
    func `resumes, cancels, yields, awaits and locks nothing under a lock`(file: String) throws {
        for mistake in Self.mistakes(in: try Repository.text(file)) {
            Issue.record("\(file):\(mistake.line): '\(mistake.word)' under a lock")
        }
    }

    @Test(arguments: Repository.swiftFiles("Sources"))
    func `has one type of lock`(file: String) throws {
        guard file != Self.lock else { return }
        let text = try Repository.text(file)
        let others = file.hasPrefix(Self.library) ? [] : ["Mutex<", "Mutex(", "DispatchQueue"]
        for word in ["NSLock", "pthread_mutex", "os_unfair_lock", "NIOLock"] + others {
            #expect(!text.contains(word), "\(file)")
        }
    }

    /// Texts with a mistake, and the word that is wrong.
    @Test(arguments: [
        // A ledger that wakes a request under its lock, as its cancellation handler wants that lock.
        (
            """
            contents.withLock { contents in
                for id in change(&contents.shared) { contents.waiting.removeValue(forKey: id)?.resume() }
            }
            """, 2, ".resume("
        ),
        // Listeners that are woken under the lock that the end of a listener wants.
        (
            "contents.withLock { for (_, one) in $0.continuations.sorted(by: { $0.key < $1.key }) { one.yield() } }", 1,
            ".yield("
        ),
        ("places.withLock { places in\n    let task = Task(executorPreference: pool) { work() }\n}", 2, "Task("),
        ("next.withLock { next in running.withLock { $0.sorted() } }", 1, ".withLock"),
        ("places.withLock { $0[id]?.reply.give(reply) }", 1, ".give("),
        ("ledger.wake { shared in\n    timer.cancel()\n    return []\n}", 2, ".cancel("),
        ("await ledger.wait(for: id) { $0.isDone ? done.finish() : nil }", 1, ".finish("),
        ("lock.withLock { after in after { a.resume() }; b.resume() }", 1, ".resume("),
    ])
    func `finds a mistake`(text: String, line: Int, word: String) {
        #expect(Self.mistakes(in: text) == [Mistake(line: line, word: word)])
    }

    @Test(arguments: [
        "contents.withLock { contents, after in after { waiter.resume() } }",
        "contents.withLock { $0.remove(id) }?.resume()",
        "contents.withLock {\n    // waiter.resume() would wait\n    $0.text = \".resume(\"\n}",
    ])
    func `finds no mistake after the lock`(text: String) { #expect(Self.mistakes(in: text).isEmpty) }

    private static func mistakes(in text: String) -> [Mistake] {
        let code = blanked(text)
        var mistakes: [Mistake] = []
        var end = code.startIndex
        for call in code.matches(of: #/(\.withLock|\bledger\.(with|wake|wait))\b\s*(\([^{}]*\)?\s*)?\{/#) {
            guard call.range.lowerBound >= end else { continue }
            end = closingBrace(in: code, from: call.range.upperBound)
            var body = String(code[call.range.upperBound..<end])
            while let work = body.firstMatch(of: #/\bafter\s*\{/#) {
                let rest = closingBrace(in: body, from: work.range.upperBound)
                let lines = body[work.range.lowerBound..<rest].filter { $0 == "\n" }
                body.replaceSubrange(work.range.lowerBound..<rest, with: lines)
            }
            let start = code[..<call.range.upperBound].count { $0 == "\n" } + 1
            let wrong =
                #/\.(resume|cancel|yield|finish|give|happen)\(|\.withLock\b|\bTask(\.\w+)?[({]|\bawait\b|\blogger\.|\.wake\(|\.fire\w*\(/#
            for word in body.matches(of: wrong) {
                let line = start + body[..<word.range.lowerBound].count { $0 == "\n" }
                mistakes.append(Mistake(line: line, word: String(word.output.0)))
            }
        }
        return mistakes
    }

    /// The text without its comments and strings, each of which leaves its line breaks.
    private static func blanked(_ text: String) -> String {
        text.replacing(#/\/\/[^\n]*|"""[\s\S]*?"""|"([^"\\\n]|\\.)*"/#) { match in
            String(match.output.0.filter { $0 == "\n" })
        }
    }

    /// The place of the brace that closes a closure.
    private static func closingBrace(in code: String, from start: String.Index) -> String.Index {
        var depth = 1
        for index in code[start...].indices {
            if code[index] == "{" { depth += 1 }
            if code[index] == "}" { depth -= 1 }
            if depth == 0 { return index }
        }
        return code.endIndex
    }
}
