import DispatcherMessages
import Glibc
import UnixSystem

/// Checks the units of the daemon.
struct UnitCheckup {
    /// The faults because of which the user manager cannot start the daemon. Faults of sockets follow from them.
    private(set) var startFaults: [Finding] = []
    /// The other findings.
    private(set) var findings: [Finding] = []

    init(_ inquiries: SessionInquiries) {
        // The properties of a unit are followed by an empty line.
        for unit in (inquiries.units.end?.output ?? "").split(separator: "\n\n") {
            check(unit: unit.split(separator: "\n").map(String.init))
        }
    }

    private mutating func check(unit lines: [String]) {
        func value(_ property: String) -> Substring? {
            lines.first { $0.hasPrefix("\(property)=") }?.dropFirst(property.utf8.count + 1)
        }
        let unit = value("Id").map(String.init) ?? ""
        // The service is the last unit.
        guard unit.hasSuffix(".service") else {
            guard let state = value("ActiveState"), state != "active" else { return }
            return findings.add(
                .fault, unit, "is \(state), so no connection to it starts the daemon", remedy: "xcallback install")
        }
        if value("LoadState") == "masked" {
            startFaults.add(
                .fault, "unit", "\(unit) is masked, so nothing starts the daemon",
                remedy: "systemctl --user unmask \(unit); xcallback install")
        }
        let revert = "systemctl --user revert \(unit); xcallback install"
        // The value begins with "{ path=/usr/bin/xcallbackd ; argv[]=".
        if let start = value("ExecStart")?.firstMatch(of: /path=(\S+)/)?.output.1, access(String(start), X_OK) != 0 {
            let settings = (value("DropInPaths") ?? "").split(separator: " ").compactMap {
                try? FileContents.read(String($0))
            }
            let isOverridden = settings.contains { String(decoding: $0, as: UTF8.self).contains("\nExecStart=") }
            startFaults.add(
                .fault, "unit", "\(start), which \(unit) starts, is gone",
                remedy: isOverridden ? revert : "xcallback install")
        }
        if !startFaults.isEmpty { findings = [] }
        if value("LoadState") == "loaded", value("KillMode") != "process" {
            findings.add(
                .fault, "unit",
                "\(unit) does not have KillMode=process, so stopping the service ends the apps that it opened",
                remedy: revert)
        }
    }
}
