import DispatcherConfiguration
import Foundation
import TestSupport
import Testing
import URLSchemeRouter
import XCallbackURL

struct LoadingTests {
    private func feature(_ scheme: String, _ path: String = "/x", _ more: String = "") -> String {
        "schemes: [\(scheme)]\n\(more)\nroutes: [{name: r, path: \(path), run: [x]}]\n"
    }

    @Test func `no files mean the defaults`() throws {
        let configuration = Configuration.load(ConfigurationFolder(path: "/nonexistent"))
        #expect(configuration.files.isEmpty && configuration.features.isEmpty)
        #expect(configuration.settings == Settings())
    }

    @Test func `an empty file has no routes`() throws {
        let folder = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": feature("a"), "routes.d/b.yaml": "# nothing\n",
        ])
        let configuration = folder.load()
        #expect(configuration.features.map(\.name) == ["a"])
        #expect(configuration.features.map(\.file) == ["\(folder.path)/routes.d/a.yaml"])
        #expect(configuration.files.map(\.state) == [.loaded, .empty])
    }

    @Test func `only yaml files count, in the order of their names`() throws {
        let folder = try TemporaryFolder(configuration: [
            "routes.d/b.yaml": feature("b"), "routes.d/a.yaml": feature("a"), "routes.d/.#a.yaml": "[",
            "routes.d/.#c.yml": "[", "routes.d/d.yaml~": "[",
        ])
        #expect(folder.load().features.map(\.name) == ["a", "b"])
        #expect(folder.load().mistakes.isEmpty)
    }

    @Test func `a file that ends in yml is a mistake, and the daemon starts all the same`() throws {
        let folder = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": feature("a"), "routes.d/c.yml": feature("c"), "config.yml": "journal: off",
        ])
        let configuration = folder.load()
        #expect(configuration.features.map(\.name) == ["a"])
        #expect(
            configuration.mistakes.map(\.description) == [
                "config.yml:1:1: a file that ends in .yml is not read; rename it to config.yaml",
                "routes.d/c.yml:1:1: a file that ends in .yml is not read; rename it to c.yaml",
            ])
        #expect(configuration.badSettings.isEmpty)
        let named = Configuration.load(files: ["\(folder.path)/routes.d/c.yml"])
        #expect(named.features.isEmpty && named.mistakes.count == 1)
    }

    @Test func `a folder that must exist and does not is a mistake, which keeps the daemon from starting`() {
        let missing = Configuration.load(ConfigurationFolder(path: "/nonexistent", isRequired: true))
        #expect(missing.mistakes.map(\.description) == ["/nonexistent:1:1: no such folder"])
        #expect(!missing.badSettings.isEmpty)
    }

    @Test func `files that have changed since the load are named, with new ones and removed ones`() throws {
        let folder = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": feature("a"), "routes.d/b.yaml": feature("b"), "routes.d/c.yaml": feature("c"),
            "config.yaml": "journal: off\n",
        ])
        let configuration = folder.load()
        #expect(configuration.changedFiles().isEmpty)
        #expect(configuration.folder?.path == folder.path)
        try folder.write(feature("a", "/another"), to: "routes.d/a.yaml")
        try FileManager.default.removeItem(atPath: "\(folder.path)/routes.d/b.yaml")
        try folder.write(feature("d"), to: "routes.d/d.yaml")
        try folder.write("journal: on\n# much longer\n", to: "config.yaml")
        try folder.write("x", to: "routes.d/.#d.yaml")
        #expect(
            configuration.changedFiles()
                == ["config.yaml", "routes.d/a.yaml", "routes.d/b.yaml", "routes.d/d.yaml"].map {
                    "\(folder.path)/\($0)"
                })
        #expect(folder.load().changedFiles().isEmpty)
    }

    @Test func `a bad file leaves the others`() throws {
        let folder = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": "schemes: [", "routes.d/b.yaml": feature("b"),
        ])
        let configuration = folder.load()
        #expect(configuration.features.map(\.name) == ["b"])
        #expect(configuration.files.map(\.state) == [.refused, .loaded])
        #expect(configuration.badSettings.isEmpty)
    }

    @Test func `the later of two files whose routes tie is refused completely`() throws {
        let folder = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": feature("n", "/x"),
            "routes.d/b.yaml": "schemes: [n]\nroutes: [{name: r, path: /x, run: [x]}, {name: s, path: /y, run: [x]}]\n",
        ])
        let configuration = folder.load()
        #expect(configuration.features.map(\.name) == ["a"])
        #expect(
            configuration.mistakes.map(\.description) == [
                "routes.d/b.yaml:2:10: route 'b.r' (/x) ties with 'a.r' (/x, routes.d/a.yaml:3:10) in n:; give one of them another path"
            ])
    }

    @Test func `two files do not share a feature's name`() throws {
        let folder = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": feature("a"), "routes.d/b.yaml": feature("b", "/x", "feature: a"),
        ])
        #expect(
            folder.load().mistakes.map(\.message) == [
                "the feature 'a' is already declared by \(folder.path)/routes.d/a.yaml"
            ])
    }

    @Test func `the index has the routes of the loaded files only, one entry for each pattern`() throws {
        let folder = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": feature("a", "[/x, /y]"),
            "routes.d/b.yaml": feature("a"),  // ties
            "routes.d/c.yaml": "schemes: [c]\nroutes: [{name: r, path: /r, redirect: \"nobody:///x\"}]\n",
            "routes.d/d.yaml": feature("d"),
        ])
        let configuration = folder.load()
        #expect(configuration.files.map(\.state) == [.loaded, .refused, .refused, .loaded])
        #expect(configuration.index.entries.map { "\($0.name) \($0.pattern)" } == ["a.r /x", "a.r /y", "d.r /x"])
    }

    @Test func `a redirect may lead to a route of another file, though that is refused, and to one of the program`()
        throws
    {
        let redirect = "schemes: [a]\nroutes: [{name: r, path: /r, redirect: \"b:///x\"}]\n"
        let whole = try TemporaryFolder(configuration: ["routes.d/a.yaml": redirect, "routes.d/b.yaml": feature("b")])
        #expect(whole.load().mistakes.isEmpty)
        // One mistake does not look like two.
        let refused = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": redirect, "routes.d/b.yaml": feature("b") + "x: y\n",
        ])
        #expect(refused.load().files.map(\.state) == [.loaded, .refused])
        let unread = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": redirect, "routes.d/b.yaml": "schemes: [b\n",
        ])
        #expect(unread.load().files.map(\.state) == [.loaded, .refused])
        let alone = try TemporaryFolder(configuration: ["routes.d/a.yaml": redirect, "routes.d/c.yaml": feature("c")])
        #expect(alone.load().files.map(\.state) == [.refused, .loaded])
        #expect(alone.load().features.map(\.name) == ["c"])
        let program = Scope.scheme(try #require(Scheme("b")))
        #expect(alone.load(besides: [program]).mistakes.isEmpty)
    }

    @Test func `a list that a file does not name narrows nothing`() throws {
        let folder = try TemporaryFolder(configuration: [
            "config.yaml": "callbacks: {hosts: [ok.example]}\n",
            "routes.d/a.yaml": feature("a", "/x", "callbacks: {allow: [b]}"),
        ])
        let lists = folder.load().firstRoute?.callbacks
        #expect(lists == [CallbackLists(hosts: ["ok.example"], allow: [try #require(Scheme("b"))])])
    }

    @Test func `files by name are read as what they are called`() throws {
        let folder = try TemporaryFolder(configuration: [
            "config.yaml": "journal: off\n", "routes.d/a.yaml": feature("a"),
        ])
        let names = ["\(folder.path)/routes.d/a.yaml", "\(folder.path)/config.yaml", "\(folder.path)/none.yaml"]
        let configuration = Configuration.load(files: names)
        #expect(!configuration.settings.journal)
        #expect(configuration.features.map(\.name) == ["a"])
        #expect(
            configuration.mistakes.map(\.description) == [
                "\(folder.path)/none.yaml:1:1: the file cannot be read: No such file or directory"
            ])
    }

    @Test(
        arguments: [
            (["HOME": "/home/u"], "/home/u/.config/xcallbackd"),
            (["XDG_CONFIG_HOME": "/c/", "XDG_CONFIG_DIRS": "/d", "XDG_DATA_DIRS": "/f"], "/c/xcallbackd"),
            // A relative path counts as unset.
            (["HOME": "/h", "XDG_CONFIG_HOME": "c"], "/h/.config/xcallbackd"),
            ([:], nil),
        ] as [([String: String], String?)])
    func `the folder comes from the environment`(environment: [String: String], path: String?) {
        #expect(ConfigurationFolder.user(environment: environment)?.path == path)
    }
}
