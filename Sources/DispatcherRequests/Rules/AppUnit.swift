package import UnixSystem

/// The desktop app of a process, by the name of its systemd unit (https://systemd.io/DESKTOP_ENVIRONMENTS/). The app is
/// only a hint: any program of the user can start a unit of any name.
package enum AppUnit {
    /// Returns the app that asks by a process, which is a client or the app itself. Nil if the unit names no app, and if
    /// another program in the unit asks, such as a browser that was typed in a terminal, or that another app started.
    ///
    /// The nearest program that started the process, other than the programs that only pass a URL on, must be the unit's
    /// own: the outermost program there. GIO leaves no parent of the program that it starts; the unit decides then, but
    /// not for a process in the window of a terminal.
    /// - Parameter lookUp: Returns a process by its number; nil if it has ended.
    package static func app(
        of process: RunningProcess, lookUp: (Int32) -> RunningProcess? = RunningProcess.init
    ) -> String? {
        guard !process.isInTerminal, let group = process.group, let app = app(of: group) else { return nil }
        var programs: [String] = []
        var next: RunningProcess? = process
        for _ in 0..<maximumDepth {
            guard let one = next, one.group?.unit == group.unit else { break }
            // A program that this process may not read may have started the process in the window of a terminal.
            guard let program = one.program else { return nil }
            if !launchers.contains(program.split(separator: "/").last ?? "") { programs.append(program) }
            next = lookUp(one.parent)
        }
        guard let nearest = programs.first, let own = programs.last, nearest != own else { return app }
        let folder = Directory.parent(of: own)
        return folder == Directory.parent(of: nearest) && !folder.hasSuffix("/bin") ? app : nil
    }

    /// The programs that pass a URL on, and the shells that run their scripts.
    private static let launchers: Set<Substring> = [
        "xcallback", "sh", "dash", "bash", "busybox", "env", "gio", "gio-launch-desktop", "kde-open", "kde-open5",
        "kioclient", "kioclient5", "exo-open", "systemd-run",
    ]
    private static let maximumDepth = 64

    /// Returns the id of the app's desktop entry, without `.desktop`; nil if no unit of the user manager names an app,
    /// or for a process in a container. Groups within a unit do not count, because the program in the unit may make
    /// them with any name.
    package static func app(of group: ControlGroup) -> String? {
        let parts = group.path.split(separator: "/")
        guard let manager = parts.firstIndex(where: { $0.hasPrefix("user@") && $0.hasSuffix(".service") }),
            !parts[..<manager].contains(where: { !$0.hasSuffix(".slice") })
        else { return nil }
        let below = parts[(manager + 1)...]
        guard below.first == "app.slice" else { return nil }
        guard !below.contains(where: { part in containers.contains(where: part.hasPrefix) }) else { return nil }
        return below.first { !$0.hasSuffix(".slice") }.flatMap(app)
    }

    /// The prefixes of the groups in which podman, docker, crun, runc, systemd-nspawn and LXC run containers. A
    /// container without its own unit is in the unit of the terminal that started it.
    private static let containers = ["libpod", "docker-", "crun-", "runc-", "machine-", "lxc"]

    /// `app-gnome-firefox-1234.scope`, `app-org.kde.dolphin@1f.service`, `app-flatpak-org.mozilla.firefox-1234.scope`
    private static func app(of unit: Substring) -> String? {
        guard unit.hasPrefix("app-"), let dot = unit.lastIndex(of: ".") else { return nil }
        var parts = unit[..<dot].dropFirst("app-".count).split(separator: "-", omittingEmptySubsequences: false)
        switch unit[dot...] {
        // The last part of a scope is random. The part before the app is its launcher.
        case ".scope" where (2...3).contains(parts.count): parts.removeLast()
        // The random part of a service follows `@`, which may be missing.
        case ".service":
            let name = unit[..<(unit.firstIndex(of: "@") ?? dot)].dropFirst("app-".count)
            parts = name.split(separator: "-", omittingEmptySubsequences: false)
        default: return nil
        }
        guard parts.count <= 2, let last = parts.last, let name = unescaped(last), isApp(name) else { return nil }
        return name
    }

    /// Whether the name may belong to an app. The daemon's own entry opened the clicked URL, so its name does not
    /// identify the app that requested the URL.
    private static func isApp(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
            && name != "xcallback" && !name.hasPrefix("xcallback-")
    }

    /// Replaces `\\x2d` by the byte that it encodes (systemd-escape(1)); nil for a malformed escape.
    private static func unescaped(_ text: Substring) -> String? {
        let parts = text.utf8.split(separator: UInt8(ascii: "\\"), omittingEmptySubsequences: false)
        var bytes = Array(parts[0])
        for part in parts.dropFirst() {
            guard part.first == UInt8(ascii: "x"), part.count >= 3,
                let escaped = UInt8(String(decoding: part.dropFirst().prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes += [escaped] + part.dropFirst(3)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
