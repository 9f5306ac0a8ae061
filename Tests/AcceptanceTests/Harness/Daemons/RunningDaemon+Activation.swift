import DispatcherMessages

extension RunningDaemon {
    /// A daemon whose sockets a manager has made and passed on, as systemd does.
    /// - Parameter launcher: What starts the program, in its own process.
    static func activated(
        _ sandbox: Sandbox, environment: [String: String] = [:], launcher: [String] = []
    ) throws -> RunningDaemon {
        let folder = try SocketDirectory(environment: sandbox.environment).path
        let script = """
            import fcntl, os, socket, sys
            folder, program = sys.argv[1:3]
            os.makedirs(folder + "/agent", 0o700)
            copies = []
            for name in ["desktop", "control", "agent/agent"]:
                listener = socket.socket(socket.AF_UNIX)
                listener.bind(folder + "/" + name + ".sock")
                listener.listen(64)
                copies.append(fcntl.fcntl(listener, fcntl.F_DUPFD, 100))
            for index, copy in enumerate(copies): os.dup2(copy, 3 + index)
            for copy in copies: os.close(copy)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="3", LISTEN_FDNAMES="desktop:control:agent")
            os.execv(program, sys.argv[2:])
            """
        let python = try find("python3", sandbox.environment)
        return try RunningDaemon(
            sandbox, environment: environment,
            launcher: [python, "-c", script, folder] + launcher + ["\(Products.folder)/xcallbackd"])
    }
}
