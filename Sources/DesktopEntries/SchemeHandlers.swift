package import XCallbackURL

/// Who opens the URLs of a scheme on this desktop.
///
/// What `xdg-mime query default` answers, so the same as xdg-open finds outside GNOME's own `gio`.
package struct SchemeHandlers: Sendable {
    private let environment: [String: String]
    private let files: DesktopFiles

    /// The environment is all that the look-up sees: PATH, HOME, the XDG variables, the desktop in use.
    package init(environment: [String: String]) throws(InstallationError) {
        self.environment = environment
        files = DesktopFiles(try BaseDirectories(environment: environment))
    }

    /// The default program, or nil if the desktop knows none.
    ///
    /// Blocks while a child process runs, 15 ms as a rule and at most 5 s: call it off the cooperative threads.
    package func handler(of scheme: Scheme) throws(ToolError) -> SchemeHandler? {
        let tool = try Tool(.xdgMime, environment: environment)
        // It ends with 4 where the desktop's own look-up (KDE's) finds nobody.
        let answer = try tool.output(
            ["query", "default", scheme.mimeType], seconds: Self.seconds, accepting: [0, 4])
        guard let identifier = answer.split(whereSeparator: \.isWhitespace).first.map(String.init) else { return nil }
        return SchemeHandler(identifier: identifier, file: files.file(identifier))
    }

    private static let seconds = 5
}

extension Scheme {
    /// The MIME type by which the desktop knows the handlers of a scheme.
    var mimeType: String { "x-scheme-handler/\(text)" }
}
