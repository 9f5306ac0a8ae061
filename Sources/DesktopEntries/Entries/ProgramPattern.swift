import Glibc
import UnixSystem

/// The name of a program, or a pattern of names of its versions: `/home/ada/Apps/Cursor-*.AppImage`.
package struct ProgramPattern: Sendable, Hashable {
    /// An absolute path, which may have the wildcards of glob(7).
    package let text: String

    /// - Parameter text: A path as it was typed; `~/` is the home folder, and a relative path begins at the working folder.
    package init(_ text: String, home: String?) {
        let path = text.hasPrefix("~/") ? (home.map { $0 + text.dropFirst() } ?? text) : text
        self.text = Directory.absolute(path)
    }

    /// - Parameter absolute: The pattern in an entry.
    init(absolute text: String) { self.text = text }

    /// Returns the highest version that only the user or root may change. The folders above it count too. No program is run
    /// to look at it.
    package func program() throws(InstallationError) -> String { try choice().program }

    /// Returns the version to start, and why the highest version is passed over; nil if it is not.
    package func choice() throws(InstallationError) -> (program: String, reasonPassedOver: String?) {
        var reason: String?
        for path in versions {
            let fault = ProgramSearch.fault(of: path)
            if fault == nil, File.isExecutable(path) { return (path, reason) }
            reason = reason ?? fault ?? "'\(path)' is not executable; run: chmod +x '\(path)'"
        }
        throw .notAdopted(reason ?? "there is no file '\(text)'")
    }

    /// The files of the pattern, the highest version first.
    private var versions: [String] {
        // The name of a file may have brackets.
        if File.exists(text) { return [text] }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(text, GLOB_NOSORT, nil, &found) == 0, let names = found.gl_pathv else { return [] }
        let paths = (0..<Int(found.gl_pathc)).compactMap { names[$0].map { String(cString: $0) } }
        return paths.sorted { Self.isHigher($0, than: $1) }
    }

    /// Compares two names as sort -V does: digits as numbers, all else as text, and endings such as `.AppImage` last.
    static func isHigher(_ one: String, than other: String) -> Bool {
        func parts(_ text: String) -> [(number: Int, text: String)] {
            text.replacing(/(\.[A-Za-z~][A-Za-z0-9~]*)+$/, with: "").matches(of: /([0-9]+|^)([^0-9]*)/)
                .map { (Int($0.1) ?? -1, String($0.2)) }
        }
        let (first, second) = (parts(one), parts(other))
        for (left, right) in zip(first, second) where left != right { return left > right }
        return first.count == second.count ? one > other : first.count > second.count
    }
}
