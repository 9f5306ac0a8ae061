import Testing
import URLSchemeRouter

@testable import DispatcherConfiguration

/// The schemes that a file may serve.
struct OwnSchemeTests {
    @Test(arguments: ["phpstorm", "vscode-insiders", "flatpak+https", "steam", "sftp", "mailto", "ms-settings", "git"])
    func `a file may serve the schemes of other programs`(scheme: String) throws {
        let configuration = try Configuration.routes("schemes: [\(scheme)]\nroutes: []")
        #expect(configuration.mistakes.isEmpty)
        #expect(configuration.features.first?.scopes == [.scheme(try #require(Scheme(scheme)))])
    }

    @Test(arguments: [
        "file", "javascript", "vbscript", "data", "blob", "about", "view-source", "resource", "jar", "mk", "mhtml",
        "filesystem", "moz-extension", "chrome", "chrome-extension", "xcallback", "http", "https",
    ])
    func `no file serves the schemes of browsers and local files`(scheme: String) throws {
        #expect(try Configuration.routes("schemes: [\(scheme)]\nroutes: []").mistakes.count == 1)
    }
}
