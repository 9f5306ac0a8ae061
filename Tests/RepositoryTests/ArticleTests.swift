import TestSupport
import Testing

/// The documentation catalogs, held against the sources.
struct ArticleTests {
    /// The lines of the samples of a page that are Swift, each sample without the indentation of its first line.
    private static func samples(_ page: String) throws -> [[String]] {
        var samples: [[String]] = []
        var sample: [String]?
        for line in lines(try Repository.text(page)) {
            if line == "```swift" {
                sample = []
            } else if line == "```", let lines = sample {
                samples.append(lines)
                sample = nil
            } else {
                sample?.append(line)
            }
        }
        return samples
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// Whether the lines are in a text one after the other, all indented alike.
    private static func stand(_ sample: [String], in lines: [String]) -> Bool {
        guard let first = sample.first else { return false }
        return lines.indices.contains { start in
            guard lines[start].hasSuffix(first), start + sample.count <= lines.count else { return false }
            let indentation = lines[start].dropLast(first.count)
            guard indentation.allSatisfy({ $0 == " " }) else { return false }
            return zip(sample, lines[start...]).allSatisfy { $0.isEmpty ? $1.isEmpty : $1 == indentation + $0 }
        }
    }

    @Test(arguments: Repository.pages)
    func `every Swift sample stands in a test that compiles and runs it`(page: String) throws {
        let files = ["LibraryTests", "DispatcherServiceTests"].flatMap { Repository.swiftFiles("Tests/\($0)/Articles") }
        let tests = try files.map { Self.lines(try Repository.text($0)) }
        for sample in try Self.samples(page) {
            #expect(tests.contains { Self.stand(sample, in: $0) }, "\(page):\n\(sample.joined(separator: "\n"))")
        }
    }

    /// Code that is not ours (another library's call, a manifest) is text. The daemon's manual has files, commands and
    /// programs too, which its own tests run.
    @Test(arguments: Repository.pages)
    func `a fenced block is Swift of ours or text`(page: String) throws {
        let fences = Self.lines(try Repository.text(page)).filter { $0.hasPrefix("```") }
        let manual = page.contains("DispatcherService.docc") ? ["```yaml", "```sh", "```python"] : []
        for (index, fence) in fences.enumerated() {
            #expect(
                index.isMultiple(of: 2) ? (["```swift", "```text"] + manual).contains(fence) : fence == "```", "\(page)"
            )
        }
    }

    /// The text before the groups of a landing page.
    private static func body(_ page: String) throws -> String {
        let text = try Repository.text(page)
        return text.firstRange(of: "\n## Topics\n").map { String(text[..<$0.lowerBound]) } ?? text
    }

    /// A reader of the sources follows these links. `.ci/parts/docs` gives DocC the form that it follows, and fails if the page
    /// is missing.
    @Test(arguments: Repository.pages)
    func `a link to a page is one of Markdown, and the page exists`(page: String) throws {
        let body = try Self.body(page)
        #expect(!body.contains("<doc:"))
        let folder = page.split(separator: "/").dropLast().joined(separator: "/")
        for link in body.matches(of: /\]\(([A-Za-z.\/]+\.md)\)/) {
            #expect((try? Repository.text("\(folder)/\(link.1)")) != nil, "\(link.1)")
        }
    }

    private static let manual = "Sources/DispatcherService/DispatcherService.docc"

    @Test func `the entry of the manual leads to each page, and the README to the entry`() throws {
        let entry = try Repository.text("\(Self.manual)/Manual.md")
        for page in Repository.pages where page.hasPrefix("\(Self.manual)/") {
            let name = page.split(separator: "/").last ?? ""
            guard name != "Manual.md", name != "DispatcherService.md" else { continue }
            #expect(entry.contains("](\(name))"), "\(name)")
        }
        #expect(try Repository.text("README.md").contains("[The manual](\(Self.manual)/Manual.md)"))
    }

    private static let otherWords = "features?|doors?|journals?|prompt"

    /// For people a feature is a file, and a door is where a request is from: see the page Words.
    @Test(arguments: Repository.pages.filter { $0.hasPrefix(manual) })
    func `a page for users has one word for a thing`(page: String) throws {
        let forProgrammers = ["Words", "DispatcherService", "EmbeddingTheDaemon", "SimulatedLives"]
        guard !forProgrammers.contains(where: { page.hasSuffix("/\($0).md") }) else { return }
        // Without code, and without the targets of links.
        let text = try Self.body(page).replacing(/(?s)```.*?```|`[^`]*`|\]\([^)]*\)/, with: "")
        for match in text.matches(of: try Regex("(?i)\\b(\(Self.otherWords))\\b")) { Issue.record("\(match.output)") }
    }

    /// Messages, descriptions of keys, and help: literals with a space. The library and the statements of SQL have words of
    /// their own.
    @Test(
        arguments: Repository.swiftFiles("Sources").filter { file in
            !["QueryCoding", "XCallbackURL", "URLSchemeRouter", "DispatcherJournal"].contains {
                file.hasPrefix("Sources/\($0)/")
            }
        })
    func `a message for people has one word for a thing`(file: String) throws {
        // Without comments, interpolations and the key.
        let code = try Repository.text(file).replacing(/(?m)^ *\/\/.*$/, with: "").replacing("'feature'", with: "")
            .replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "")
        let parts = code.split(separator: "\"\"\"", omittingEmptySubsequences: false).enumerated()
        let texts = parts.filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        let literals = parts.filter { $0.offset.isMultiple(of: 2) }
            .flatMap { $0.element.matches(of: /"(?:[^"\\\n]|\\.)*"/).map(\.output) }.filter { $0.contains(" ") }
        for text in texts + literals {
            #expect(text.firstMatch(of: /(?i)\b(?:features?|doors?)\b/) == nil, "\(text)")
        }
    }

    @Test func `the articles have samples`() throws { #expect(try Repository.pages.flatMap(Self.samples).count > 30) }

    @Test(arguments: Repository.pages)
    func `the links of the groups of a page, and its pictures, are of Markdown`(page: String) throws {
        let text = try Repository.text(page)
        #expect(!text.contains("<doc:"))
        let folder = page.split(separator: "/").dropLast().joined(separator: "/")
        for link in text.matches(of: /(?m)^- \[.*\]\(([^)]*)\)$|!\[.*\]\(([^)]*)\)/) {
            let file = link.1 ?? link.2 ?? ""
            #expect(Repository.files(folder, suffix: String(file)).contains("\(folder)/\(file)"), "\(file)")
        }
    }

    /// Readers do not find a type that no page names.
    @Test(arguments: ["QueryCoding", "XCallbackURL", "URLSchemeRouter"])
    func `the landing page names every public type`(module: String) throws {
        let page = try Repository.text("Sources/\(module)/\(module).docc/\(module).md")
        let kinds: Set = ["struct", "enum", "class", "protocol", "actor"]
        for file in Repository.swiftFiles("Sources/\(module)") {
            for line in Self.lines(try Repository.text(file)) {
                let words = line.split { $0 == " " || $0 == ":" || $0 == "<" }.filter { $0 != "final" }
                guard line.hasPrefix("public "), words.count > 2, kinds.contains(String(words[1])) else { continue }
                #expect(page.contains("``\(words[2])``"), "the page does not name \(words[2])")
            }
        }
    }
}
