import DispatcherConfiguration
import Foundation
import TestSupport
import Testing
import URLSchemeRouter

struct LoadingTests {
    private func feature(_ scheme: String, _ path: String = "/x", _ more: String = "") -> String {
        "schemes: [\(scheme)]\n\(more)\nroutes: [{name: r, path: \(path), run: [x]}]\n"
    }

    @Test func `no files mean the defaults`() throws {
        let configuration = Configuration.load(ConfigurationFolder(path: "/nonexistent"))
        #expect(configuration.files.isEmpty && configuration.features.isEmpty)
        #expect(configuration.settings == Settings())
    }

    @Test(arguments: TextTable.rows("folders.txt"))
    func `a file of routes is loaded or refused as a whole`(row: [String]) throws {
        var files: [String: String] = [:]
        var mistakes: [String] = []
        for cell in row[2...] {
            if let file = cell.wholeMatch(of: /((?:routes\.d\/|config)[^:=]*)=((?s).*)/) {
                files[String(file.1)] = Self.text(String(file.2))
            } else {
                mistakes.append(cell)
            }
        }
        let folder = try TemporaryFolder(configuration: files)
        let configuration = folder.load()
        let read = configuration.files.filter { $0.kind == .routes }
        let names = read.map { $0.path.dropFirst("\(folder.path)/routes.d/".count).dropLast(".yaml".count) }
        #expect(zip(names, read).map { "\($0) \($1.state)" }.joined(separator: ", ") == row[1], "\(row[0])")
        let loaded = read.filter { $0.state == .loaded }
        #expect(configuration.features.map(\.file) == loaded.map(\.path), "\(row[0])")
        #expect(configuration.features.map(\.name) == zip(names, read).filter { $1.state == .loaded }.map { "\($0.0)" })
        #expect(configuration.badSettings.isEmpty)
        guard !mistakes.isEmpty || loaded.count == read.count else { return }
        let found = configuration.mistakes.map { $0.description.replacing(folder.path, with: "FOLDER") }
        #expect(found == mistakes, "\(row[0])")
    }

    /// The text of a file in the table.
    private static func text(_ cell: String) -> String {
        if cell.hasPrefix("- ") { return BadFile.route(String(cell.dropFirst(2))) }
        guard let feature = cell.wholeMatch(of: /FEATURE (\w+)\n?((?s).*)/) else { return cell }
        return "schemes: [\(feature.1)]\n\(feature.2)\nroutes: [{name: r, path: /x, run: [x]}]\n"
    }

    @Test func `a file that ends in yml is a mistake, and the daemon starts all the same`() throws {
        let folder = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": feature("a"), "routes.d/c.yml": feature("c"), "config.yml": "journal: off",
        ])
        let configuration = folder.load()
        #expect(configuration.features.map(\.name) == ["a"])
        #expect(
            configuration.mistakeTexts == [
                "config.yml:1:1: a file that ends in .yml is not read; rename it to config.yaml",
                "routes.d/c.yml:1:1: a file that ends in .yml is not read; rename it to c.yaml",
            ])
        #expect(configuration.badSettings.isEmpty)
        let named = Configuration.load(files: ["\(folder.path)/routes.d/c.yml"])
        #expect(named.features.isEmpty && named.mistakes.count == 1)
    }

    @Test func `a folder that must exist and does not is a mistake, which keeps the daemon from starting`() {
        let missing = Configuration.load(ConfigurationFolder(path: "/nonexistent", isRequired: true))
        #expect(missing.mistakeTexts == ["/nonexistent:1:1: no such folder"])
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

    @Test func `a redirect may lead to a route of the program`() throws {
        let redirect = "schemes: [a]\nroutes: [{name: r, path: /r, redirect: \"b:///x\"}]\n"
        let folder = try TemporaryFolder(configuration: ["routes.d/a.yaml": redirect, "routes.d/c.yaml": feature("c")])
        let program = Scope.scheme(try #require(Scheme("b")))
        #expect(folder.load(besides: [program]).mistakes.isEmpty)
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
        let missing = "\(folder.path)/none.yaml:1:1: the file cannot be read: No such file or directory"
        #expect(configuration.mistakeTexts == [missing])
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
