/// A manual page, a shell completion, a schema or an icon, which `install` writes for the user's copy of the programs.
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
}
