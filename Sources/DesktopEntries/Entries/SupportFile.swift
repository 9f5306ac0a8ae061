/// A manual page, a shell completion, a schema, an icon or the settings of a dialog, which `install` writes for the user's
/// copy of the programs.
package struct SupportFile: Sendable, Hashable {
    /// The path below a data folder, such as `man/man1/xcallback.1`.
    package let place: String
    package let text: String

    package init(place: String, text: String) {
        self.place = place
        self.text = text
    }

    /// The name of the icon in the .desktop entries, dialogs and notifications of `xcallback`.
    package static let iconName = "xcallback"

    /// The icon of the .desktop entries of `xcallback`, as in `config/`.
    package static let icon = SupportFile(
        place: "icons/hicolor/scalable/apps/\(iconName).svg",
        text: """
            <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
              <title>xcallback</title>
              <rect x="4" y="4" width="56" height="56" rx="13" fill="#1f6f78"/>
              <g fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">
                <path d="M17 24h28m-9-9 9 9-9 9" stroke="#ffffff"/>
                <path d="M47 42H19m9-9-9 9 9 9" stroke="#ffd166"/>
              </g>
            </svg>

            """)

    /// The settings of kdialog, without which its icons contradict our labels: the button that Enter presses has a check mark.
    package static let dialogSettings = SupportFile(
        place: "xcallbackd/kdialogrc", text: "[KDE]\nShowIconsOnPushButtons=false\n")

    /// Returns the value of XDG_CONFIG_DIRS with which kdialog finds ``dialogSettings``.
    package static func dialogFolders(_ base: BaseDirectories) -> String {
        (base.dataSearchPath.map { "\($0)/xcallbackd" } + base.configurationSearchPath.dropFirst()).joined(
            separator: ":")
    }
}
