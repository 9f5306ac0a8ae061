import Foundation
import TestSupport
import Testing

/// The pages for contributors: what they name exists.
struct ContributorPageTests {
    private static let index = ".ci/README.md"
    private static let documents = [".md", ".yml"].flatMap { Repository.files(".github", suffix: $0) }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(Repository.root)/\(path)")
    }

    /// The files of the folder itself, without its page, and the parts of them.
    private static func scripts() -> Set<String> {
        let all = Repository.files(".ci", suffix: "").map { String($0.dropFirst(".ci/".count)) }
        return Set(
            all.filter { file in
                file != "README.md" && (!file.contains("/") || file.hasPrefix("parts/"))
                    && !all.contains { $0.hasPrefix("\(file)/") }
            })
    }

    @Test func `the page of the scripts names each script once, and no other`() throws {
        let named = try Repository.text(Self.index).matches(of: /(?m)^\| `([^`]+)` \|/).map { String($0.1) }
        #expect(Self.scripts().count > 15)
        #expect(named.sorted() == Self.scripts().sorted())
    }

    @Test func `there are documents of each kind`() {
        let names = ["CONTRIBUTING.md", "SECURITY.md", "pull_request_template.md", "workflows/pull-request.yml"]
        for name in names { #expect(Self.documents.contains(".github/\(name)")) }
        #expect(Self.documents.contains { $0.hasPrefix(".github/ISSUE_TEMPLATE/") })
    }

    @Test(arguments: documents + [index])
    func `a document is short`(page: String) throws { #expect(try Repository.text(page).count { $0 == "\n" } < 80) }

    @Test(arguments: documents + [index])
    func `a document names paths that exist`(page: String) throws {
        let text = try Repository.text(page)
        for match in text.matches(of: /(?:\.ci|\.github|Sources|Tests|config|systemd)\/[A-Za-z0-9._\/-]*[A-Za-z0-9]/) {
            // The page of the scripts shows how a script is run.
            guard match.output != ".ci/NAME" else { continue }
            #expect(Self.exists(String(match.output)), "\(match.output)")
        }
        let folder = page.split(separator: "/").dropLast().joined(separator: "/")
        for link in text.matches(of: /\]\(([^)#]+)/) { #expect(Self.exists("\(folder)/\(link.1)"), "\(link.1)") }
        let texts = Self.documents + Repository.pages + ["README.md", "CHANGELOG.md"]
        let pages = Set(texts.compactMap { $0.split(separator: "/").last })
        for name in text.matches(of: /\b[A-Z][A-Za-z]*\.md\b/) {
            #expect(pages.contains(name.output), "\(name.output)")
        }
    }

    @Test(arguments: documents + [index])
    func `a document names commands that exist`(page: String) throws {
        let text = try Repository.text(page)
        let inline = text.matches(of: /`([^`\n]+)`/).map { $0.1 }
        let blocks = text.matches(of: /(?s)```sh\n(.*?)```/).flatMap { $0.1.split(separator: "\n") }
        let steps = text.matches(of: /(?m)^ +- run: (.+)$/).map { $0.1 }
        let commands = Repository.swiftFiles("Sources/xcallback")
        for line in inline + blocks + steps {
            let words = line.split(separator: " ").drop { $0.contains("=") }.map { String($0) }
            guard words.count > 1 else { continue }
            switch words[0] {
            case "bash": #expect(words[1].hasPrefix(".ci/"), "\(line)")
            case "swift": #expect(["build", "format", "test"].contains(words[1]), "\(line)")
            case "xcallback" where words[1] != "--version":
                let declaration = "commandName: \"\(words[1])\""
                #expect(try commands.contains { try Repository.text($0).contains(declaration) }, "\(line)")
            default: break
            }
            guard let option = words.firstIndex(of: "--filter"), option + 1 < words.count else { continue }
            #expect(!Repository.files("Tests", suffix: "/\(words[option + 1]).swift").isEmpty, "\(line)")
        }
    }

    @Test func `each test of the page for the first test exists as the page has it`() throws {
        let tests = try Repository.text(".github/FIRST_TEST.md").matches(of: /(?s)```swift\n(.*?)```/).map { $0.1 }
        let files = try Repository.swiftFiles("Tests").map(Repository.text)
        #expect(tests.count == 2)
        for test in tests { #expect(files.contains { $0.contains(test) }, "\(test)") }
        let rows = try Repository.text(".github/FIRST_TEST.md").matches(of: /(?s)```text\n(.*?)```/).map { $0.1 }
        let tables = try Repository.files("Tests", suffix: ".txt").map(Repository.text)
        #expect(rows.count == 2)
        for row in rows { #expect(tables.contains { $0.contains(row) }, "\(row)") }
    }

    @Test func `a push runs the quick tests, a pull request the whole check, and each night the long runs`() throws {
        func workflow(_ name: String) throws -> String { try Repository.text(".github/workflows/\(name).yml") }
        #expect(try workflow("push").contains("- run: bash .ci/quick\n"))
        #expect(try workflow("pull-request").contains("- run: bash .ci/run\n"))
        let commands = try workflow("nightly").matches(of: /(?m)^          - ([a-z0-9]+)/).map { String($0.1) }
        #expect(commands.count > 5)
        for command in commands { #expect(Self.exists(".ci/\(command)"), "\(command)") }
        for name in ["push", "pull-request", "nightly"] {
            let actions = try workflow(name).matches(of: /uses: (\S+)/).map { $0.1 }
            #expect(actions.count == 1 && actions[0].contains(/@[0-9a-f]{40}$/), "\(name)")
        }
    }

    /// A name that is wrong would leave nothing out, and the quick tests would become slow unnoticed.
    @Test func `the quick tests leave out modules and suites that exist`() throws {
        let text = try Repository.text(".ci/quick")
        let list = try #require(text.firstMatch(of: /(?s)left_out=\((.*?)\n\)/)).1
        let names = list.matches(of: /(?m)^ +([A-Z]\w+)(?:\.(\w+))?$/)
        #expect(names.count > 10)
        for name in names {
            let files = Repository.swiftFiles("Tests/\(name.1)")
            #expect(!files.isEmpty, "\(name.0)")
            guard let suite = name.2 else { continue }
            #expect(try files.contains { try Repository.text($0).contains("struct \(suite) ") }, "\(name.0)")
        }
    }
}
