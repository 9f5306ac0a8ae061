import Testing
import UnixSystem

@testable import DesktopEntries

/// The conditions of tests that need a program of the desktop: without it, a test is skipped with a message.
enum DesktopTools {
    static let mime = condition("xdg-mime", package: "xdg-utils")
    static let open = condition("xdg-open", package: "xdg-utils")
    static let gio = condition("gio", package: "libglib2.0-bin")
    static let database = condition("update-desktop-database", package: "desktop-file-utils")
    static let validate = condition("desktop-file-validate", package: "desktop-file-utils")
    static let analyze = condition("systemd-analyze", package: "systemd")

    private static func condition(_ name: String, package: String) -> ConditionTrait {
        .enabled(
            if: ProgramSearch.find(name, in: [:]) != nil, "\(name) is not installed (package \(package)): NOT TESTED")
    }
}
