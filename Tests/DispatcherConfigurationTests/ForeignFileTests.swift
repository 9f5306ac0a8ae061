import DispatcherConfiguration
import Glibc
import TestSupport
import Testing
import URLSchemeRouter
import XCallbackURL

/// The files that are not the user's, or that others may change.
struct ForeignFileTests {
    private func feature(_ schemes: String, _ path: String, _ more: String = "") -> String {
        "schemes: \(schemes)\nroutes: [{name: r, path: \(path), run: [x]\(more)}]\n"
    }

    private func route(_ url: String, in configuration: Configuration) throws -> String? {
        let names = configuration.features.flatMap { feature in
            feature.routes.flatMap { repeatElement($0.value.name, count: $0.value.patterns.count) }
        }
        let table = RouteTable.Builder(configuration.index, payloads: names).build()
        return table.match(try XCallbackURL(url), lenientAuthority: false)?.entry.payload
    }

    @Test func `no config.yaml comes from a data folder`() throws {
        let data = try TemporaryFolder(configuration: ["config.yaml": "opener: [evil]\njournal: off\n"])
        let folders = [ConfigurationFolder(path: data.path, .data)]
        #expect(Configuration.load(search: folders).settings == Settings())
        #expect(Configuration.load(search: folders).files.isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `a config.yaml of the system counts if root owns it`() throws {
        let folder = try TemporaryFolder(configuration: ["config.yaml": "journal: off\n"])
        let path = "\(folder.path)/config.yaml"
        #expect(!Configuration.load(search: [folder.shared()]).settings.journal)
        chown(path, 12_345, 0)
        let configuration = Configuration.load(search: [folder.shared()])
        #expect(configuration.settings == Settings() && configuration.badSettings.isEmpty)
        #expect(configuration.files.map(\.state) == [.masked])
        #expect(
            configuration.warnings.map(\.description) == [
                "config.yaml:1:1: the file is ignored: '\(path)' belongs to the account 12345, not to root; "
                    + "run: chown 0 '\(path)'"
            ])
    }

    @Test func `a file that others may write is refused, with the command that ends that`() throws {
        let folder = try TemporaryFolder(configuration: [
            "config.yaml": "journal: off\n", "routes.d/a.yaml": feature("[a]", "/x"),
            "routes.d/b.yaml": feature("[b]", "/x"),
        ])
        for name in ["config.yaml", "routes.d/b.yaml"] { chmod("\(folder.path)/\(name)", 0o666) }
        let configuration = folder.load()
        #expect(configuration.features.map(\.name) == ["a"])
        #expect(!configuration.badSettings.isEmpty)
        #expect(
            configuration.mistakes.map(\.description)
                == ["config.yaml", "routes.d/b.yaml"].map { name in
                    "\(name):1:1: others may write '\(folder.path)/\(name)'; "
                        + "run: chmod o-w '\(folder.path)/\(name)'"
                })
    }

    @Test func `a folder that others may write is refused with all of its files`() throws {
        let folder = try TemporaryFolder(configuration: ["routes.d/a.yaml": feature("[a]", "/x")])
        let routes = "\(folder.path)/routes.d"
        for mode in [mode_t(0o777), 0o1777] {
            chmod(routes, mode)
            let configuration = folder.load()
            #expect(configuration.features.isEmpty)
            #expect(
                configuration.mistakes.map(\.description) == [
                    "routes.d:1:1: others may write '\(routes)'; run: chmod o-w '\(routes)'"
                ])
        }
    }

    @Test func `'any' of others leaves out the user's schemes, also as a default route`() throws {
        let own = try TemporaryFolder(configuration: ["routes.d/a.yaml": feature("[n]", "/x")])
        let other = try TemporaryFolder(configuration: [
            "routes.d/b.yaml": feature("any", "/y", ", fallback: true")
        ])
        let configuration = Configuration.load(search: [own.own(), other.shared()])
        #expect(try route("n:///x", in: configuration) == "a.r")
        #expect(try route("n:///y", in: configuration) == nil)
        #expect(try route("n:///z", in: configuration) == nil)
        #expect(try route("m:///y", in: configuration) == "b.r")
        #expect(try route("m:///z", in: configuration) == "b.r")
    }

    static let refused: [(String, String)] = [
        ("an unknown key", "schemes: [n]\nfoo: 1\nroutes: [{name: r, path: /x, run: [x]}]\n"),
        ("a syntax error", "# mine\nschemes: [n, o]\nroutes: [{name: r\n"),
        ("a list over lines", "schemes:\n  - o\n# also\n  - n\nroutes: [{\n"),
        ("a bracket at the margin", "schemes: [\n  n\n]\nroutes: &a\n\t- [\n"),
        ("a tag", "schemes: [n]\nroutes: !!seq []\n"),
    ]

    @Test(arguments: refused)
    func `a refused file of the user still has its schemes`(reason: String, text: String) throws {
        let own = try TemporaryFolder(configuration: ["routes.d/a.yaml": text])
        let other = try TemporaryFolder(configuration: [
            "routes.d/b.yaml": feature("any", "/y"), "routes.d/c.yaml": feature("[n]", "/y"),
        ])
        let configuration = Configuration.load(search: [own.own(), other.shared()])
        #expect(configuration.features.map(\.name) == ["b"], "\(reason)")
        #expect(try route("n:///y", in: configuration) == nil, "\(reason)")
        #expect(try route("m:///y", in: configuration) == "b.r", "\(reason)")
    }

    @Test func `the schemes of a file that others may write, or in such a folder, stay the user's`() throws {
        let own = try TemporaryFolder(configuration: ["routes.d/a.yaml": feature("[n]", "/x")])
        let other = try TemporaryFolder(configuration: ["routes.d/b.yaml": feature("[n, m]", "/y")])
        for path in ["\(own.path)/routes.d/a.yaml", "\(own.path)/routes.d"] {
            chmod(path, 0o777)
            let configuration = Configuration.load(search: [own.own(), other.shared()])
            #expect(configuration.features.map(\.scopes) == [[.scheme(try #require(Scheme("m")))]])
            chmod(path, 0o755)
        }
    }
}
