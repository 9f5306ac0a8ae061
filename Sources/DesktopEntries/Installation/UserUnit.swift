/// A unit of the systemd user manager, as it is shipped in `systemd/`.
package struct UserUnit: Sendable, Hashable {
    /// The name of the unit's file.
    package let name: String
    /// The text of the unit, for a daemon in `~/.local/bin`.
    package let template: String

    /// All units: the sockets, then the service that they start.
    package static let all = sockets + [service]
    /// The units that are enabled: a connection to either socket starts the service.
    package static let sockets = [
        socket("desktop", description: "URLs from the desktop for xcallbackd"),
        socket("control", description: "Scripts and workers of xcallbackd"),
        socket("agent", in: "agent/", description: "Programs that act for language models, for xcallbackd"),
    ]

    package static let service = UserUnit(
        name: "xcallbackd.service",
        template: """
            [Unit]
            Description=Router of x-callback-url URLs
            After=graphical-session.target
            # The default, five crashes in ten seconds, would end the sockets too.
            StartLimitIntervalSec=60s
            StartLimitBurst=50

            [Service]
            Type=notify
            ExecStart=%h/.local/bin/xcallbackd
            ExecReload=/bin/kill -HUP $MAINPID
            Sockets=xcallbackd-desktop.socket xcallbackd-control.socket xcallbackd-agent.socket
            Restart=on-failure
            # A wrong configuration, and a program that is gone. Each restart would let the clients wait longer.
            RestartPreventExitStatus=78 203
            WatchdogSec=30s
            OOMPolicy=continue
            # The apps and the browser that a callback opened outlive the daemon.
            KillMode=process

            # The daemon's commands are the user's own programs and would inherit every restriction of the daemon.
            # That is why `systemd-analyze security` calls the daemon exposed. Filters of system calls and new
            # namespaces would break sudo, browsers and containers in commands, UMask= would change the modes of the
            # commands' files, and a user manager ignores most restrictions of mounts. The commands of clicks have
            # their own units, with NoNewPrivileges=. The settings below restrict no command.
            LimitCORE=0
            UnsetEnvironment=BROWSER LD_AUDIT LD_LIBRARY_PATH LD_PRELOAD

            """)

    /// Returns the text of the unit for a daemon at another path.
    func text(daemon: ExecutablePath) -> String {
        template.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0 == "ExecStart=%h/.local/bin/xcallbackd" ? "ExecStart=\(daemon.text)" : String($0) }
            .joined(separator: "\n")
    }

    /// - Parameter folder: The folder of the socket, inside the folder of all sockets.
    private static func socket(_ door: String, in folder: String = "", description: String) -> UserUnit {
        UserUnit(
            name: "xcallbackd-\(door).socket",
            template: """
                [Unit]
                Description=\(description)

                [Socket]
                ListenStream=%t/xcallbackd/\(folder)\(door).sock
                FileDescriptorName=\(door)
                Service=xcallbackd.service
                SocketMode=0600
                DirectoryMode=0700

                [Install]
                WantedBy=sockets.target

                """)
    }
}
