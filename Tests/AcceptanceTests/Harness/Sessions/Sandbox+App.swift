extension Sandbox {
    /// Installs a program as the app of a scheme, and of further schemes, by one real .desktop entry.
    func registerApp(scheme: String, and others: [String] = [], _ program: String) throws {
        try write(program, to: "\(scheme)-app", executable: true)
        try registerApp(scheme: scheme, and: others, exec: "\(path)/\(scheme)-app %u")
    }

    /// Makes a command line the app of a scheme, and of further schemes.
    func registerApp(scheme: String, and others: [String] = [], exec: String) throws {
        let types = ([scheme] + others).map { "x-scheme-handler/\($0)" }
        try write(
            """
            [Desktop Entry]
            Type=Application
            Name=\(scheme)
            Exec=\(exec)
            NoDisplay=true
            MimeType=\(types.joined(separator: ";"));

            """, to: "data/applications/\(scheme).desktop")
        try run("update-desktop-database", ["\(path)/data/applications"], environment)
        try run("xdg-mime", ["default", "\(scheme).desktop"] + types, environment)
    }
}
