import DesktopEntries
import DispatcherConfiguration
import DispatcherRequests
import TestSupport
import Testing

/// The entries that the desktop gets for the schemes of a configuration.
struct SchemeEntriesTests {
    /// - Parameter files: The files of routes by their names.
    private func entries(_ files: [String: String]) throws -> [String] {
        let folder = try TemporaryFolder()
        try folder.makeFolder("routes.d")
        for (name, text) in files { try folder.write(text, to: "routes.d/\(name).yaml") }
        let configuration = Configuration.load(ConfigurationFolder(path: folder.path))
        #expect(configuration.files.allSatisfy { $0.mistakes.isEmpty }, "\(configuration.files)")
        return DispatchTable.schemeEntries(of: configuration).map(\.description)
    }

    private static let builtIn = "xcallback\txcallback"

    @Test func `an entry is named after the feature that has the scheme alone`() throws {
        func route(_ path: String) -> String { "routes: [{name: r, path: \(path), desktop: allow, run: [true]}]" }
        #expect(
            try entries([
                "one": "schemes: [a, b]\nsummary: \"First\\nline\"\n\(route("/one"))",
                "two": "feature: second\nschemes: [b, c]\ndomains: [example.org]\n\(route("/two"))",
            ]) == [
                "a\tone (xcallback)\tFirst line", "b\txcallback (b)", "c\tsecond (xcallback)", Self.builtIn,
            ])
    }

    @Test func `a scheme whose routes are all closed to clicks is not for the desktop`() throws {
        let closed = "schemes: [s, t]\ndesktop: never\nroutes: [{name: r, path: /r, run: [true]}"
        #expect(try entries(["s": "\(closed)]"]) == [Self.builtIn])
        let open = "{name: o, path: /o, desktop: allow, open: \"other:x\"}"
        let both = ["s\ts (xcallback)", "t\ts (xcallback)", Self.builtIn]
        #expect(try entries(["s": "\(closed), \(open)]"]) == both)
        // The open route of another file has one of the schemes.
        #expect(
            try entries(["s": "\(closed)]", "t": "schemes: [t]\nroutes: [\(open)]"]) == [
                "t\txcallback (t)", Self.builtIn,
            ])
        #expect(try entries(["s": "\(closed)]", "any": "schemes: any\nroutes: [\(open)]"]).count == 3)
    }
}
