extension Sandbox {
    /// Installs a program as the app of a scheme, by a real .desktop entry.
    func registerApp(scheme: String, _ program: String) throws {
        try write(program, to: "\(scheme)-app", executable: true)
        try registerApp(scheme: scheme, exec: "\(path)/\(scheme)-app %u")
    }

    /// Makes a command line the app of a scheme.
    func registerApp(scheme: String, exec: String) throws {
        try write(
            """
            [Desktop Entry]
            Type=Application
            Name=\(scheme)
            Exec=\(exec)
            NoDisplay=true
            MimeType=x-scheme-handler/\(scheme);

            """, to: "data/applications/\(scheme).desktop")
        try run("update-desktop-database", ["\(path)/data/applications"], environment)
        try run("xdg-mime", ["default", "\(scheme).desktop", "x-scheme-handler/\(scheme)"], environment)
    }
}
