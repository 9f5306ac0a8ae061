extension RunningDaemon {
    /// A daemon with routes of the scheme `t`, one on each line.
    static func serving(
        _ routes: String, settings: String = "", extra: [String: String] = [:]
    ) throws -> RunningDaemon {
        let sandbox = try Sandbox()
        let indented = routes.split(separator: "\n").map { "  - \($0)\n" }.joined()
        try sandbox.routes("schemes: [t]\nroutes:\n\(indented)", "t")
        try sandbox.settings(settings)
        return try RunningDaemon(sandbox, environment: extra)
    }
}
