import UnixSystem

/// The entry of a feature in the menu of applications. It opens the page of the routes, and has an action for each route that
/// needs no input.
package struct FeatureEntry: Sendable, Hashable {
    package struct Action: Sendable, Hashable {
        let route: String
        let title: String

        /// - Parameter title: Any text, of which one line is used.
        package init(route: String, title: String) {
            self.route = route
            self.title = SchemeEntry.visible(title) ?? route
        }
    }

    package let feature: String
    package let actions: [Action]

    package init(feature: String, actions: [Action]) {
        self.feature = feature
        self.actions = actions
    }

    /// The desktop file id.
    var identifier: String { DesktopEntry.identifier(of: "feature-\(feature)") }

    /// Whether the user's applications have this entry, for the program that it names.
    package func isInstalled(environment: [String: String]) -> Bool {
        guard let base = try? BaseDirectories(environment: environment),
            let bytes = try? FileContents.read("\(base.applications)/\(identifier)")
        else { return false }
        let installed = String(decoding: bytes, as: UTF8.self)
        let command = installed.split(separator: "\n").first { $0.hasPrefix("Exec=") && $0.hasSuffix(Self.page) }
        return command.map { text(client: String($0.dropFirst("Exec=".count).dropLast(Self.page.count))) } == installed
    }

    private static let page = " page --open"

    func text(executable: ExecutablePath) -> String { text(client: executable.text) }

    private func text(client: String) -> String {
        let names = actions.indices.map { "route\($0 + 1)" }
        let heading = """
            [Desktop Entry]
            Type=Application
            Name=\(feature)
            Comment=Routes of xcallback
            Icon=\(SupportFile.iconName)
            Exec=\(client)\(Self.page)
            Terminal=false
            StartupNotify=false

            """
        let groups = zip(names, actions).map { name, action in
            """

            [Desktop Action \(name)]
            Name=\(DesktopEntry.escaped(action.title))
            Exec=\(client) run --notify \(action.route)

            """
        }
        let list = names.isEmpty ? "" : "Actions=\(names.joined(separator: ";"));\n"
        return heading + list + groups.joined()
    }
}
