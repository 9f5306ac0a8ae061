import Foundation
import QueryCoding
import TestSupport
import UnixSystem

/// A folder of a test's own, with a home in it: nothing outside is read or written.
final class Sandbox: Sendable {
    private let folder: TemporaryFolder
    var path: String { folder.path }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["home", "run", "config/xcallbackd/routes.d", "data/applications", "state", "bin"] {
            try folder.makeFolder(name)
        }
        chmod("\(path)/run", 0o700)
    }

    /// A sandbox with one file of routes, if there are routes, and with config.yaml if there are settings.
    convenience init(_ routes: String = "", as name: String = "t", settings: String = "") throws {
        try self.init()
        if !routes.isEmpty { try self.routes(routes, name) }
        if !settings.isEmpty { try self.settings(settings) }
    }

    /// A display that does not exist. Xvfb gives the displays of other tests the lowest free numbers.
    static let absentDisplay = ":5005"

    /// A private session: no user manager, a display that need not be there, and the bus that a ``UserSession`` has.
    var environment: [String: String] {
        // A sanitizer in the daemon reports to the same place as one in this process.
        let sanitizers = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
        return sanitizers.merging([
            // Programs in the folder bin stand in for the programs of the machine.
            "PATH": "\(path)/bin:\(Products.folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
            "HOME": "\(path)/home", "XDG_RUNTIME_DIR": "\(path)/run", "XDG_CONFIG_HOME": "\(path)/config",
            "XDG_DATA_HOME": "\(path)/data", "XDG_STATE_HOME": "\(path)/state", "DISPLAY": Self.absentDisplay,
            "LANG": "C.UTF-8",
            // Without the variable, GTK and Qt ask dbus-launch(1) for a bus, which starts every service of the machine.
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)/run/bus",
            // On a person's own desktop, logind could say that the screen is locked.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(path)/run/system-bus",
            // Otherwise xdg-open looks for a desktop by twenty processes. DesktopTests has sessions without the variable.
            "XDG_CURRENT_DESKTOP": "X-Generic",
        ]) { $1 }
    }

    var routesFolder: String { "\(path)/config/xcallbackd/routes.d" }

    /// Makes a folder, and the folders in which it is.
    /// - Parameter name: Its path, absolute or in the sandbox.
    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: absolute(name), withIntermediateDirectories: true)
    }

    /// Copies the programs under test, so that a test may change them.
    func copyPrograms(to folder: String) throws {
        try makeFolder(folder)
        for name in ["xcallback", "xcallbackd"] {
            try FileManager.default.copyItem(
                atPath: "\(Products.folder)/\(name)", toPath: "\(absolute(folder))/\(name)")
        }
    }

    private func absolute(_ name: String) -> String { name.hasPrefix("/") ? name : "\(path)/\(name)" }

    /// Writes a file, and makes the folders in which it is.
    func write(_ text: String, to name: String, executable: Bool = false) throws {
        let file = absolute(name)
        try makeFolder(Directory.parent(of: file))
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        guard executable else { return }
        guard chmod(file, 0o755) == 0 else { throw Failure("chmod \(file): \(String(cString: strerror(errno)))") }
        // A child that was started meanwhile has the file open for writing until it runs its program, and the file
        // cannot be run for so long ("text file busy"). The kernel gives no lease for reading (F_SETLEASE) before.
        let reader = try Descriptor(opening: file, O_RDONLY)
        try wait(for: "the writers of \(file)") { fcntl(reader.number, 1024, F_RDLCK) == 0 || errno != EAGAIN }
    }

    /// Writes a program of the shell.
    func program(_ script: String, to name: String) throws {
        try write("#!/bin/sh\n\(script)\n", to: name, executable: true)
    }

    func routes(_ text: String, _ name: String = "notes") throws { try write(text, to: "\(routesFolder)/\(name).yaml") }

    func settings(_ text: String) throws { try write(text, to: "\(path)/config/xcallbackd/config.yaml") }

    /// Replaces notify-send(1) with a program that records its arguments.
    /// - Parameter count: How many arguments at the start are left out.
    /// - Returns: A pipe with a line for each notification: its arguments, with `|` after each.
    func recordNotifications(withoutFirst count: Int = 0) throws -> NamedPipe {
        let shown = try NamedPipe("\(path)/shown.fifo")
        try program(
            "shift \(count)\nprintf '%s|' \"$@\" > '\(shown.path)'\necho > '\(shown.path)'", to: "bin/notify-send")
        return shown
    }

    /// The lines of a file; none without the file.
    func lines(_ name: String) -> [String] {
        ((try? contents(name)) ?? "").split(separator: "\n").map(String.init)
    }

    func contents(_ name: String) throws -> String { try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

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

    /// The folder of the services that the sandbox's buses can start.
    private var busServices: String { "\(path)/data/dbus-1/services" }

    /// Writes the configuration of a session bus that starts the sandbox's services only. The standard configuration would
    /// also start the machine's services, such as the notification service of a person's desktop.
    /// - Returns: The file.
    func writeBusConfiguration() throws -> String {
        try makeFolder(busServices)
        try write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:tmpdir=\(path)</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(busServices)</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <limit name="service_start_timeout">120000</limit>
            </busconfig>

            """, to: "bus.conf")
        return "\(path)/bus.conf"
    }

    /// Adds a service that the sandbox's buses start on demand.
    func addBusService(_ name: String, _ command: String) throws {
        try write("[D-BUS Service]\nName=\(name)\nExec=\(command)\n", to: "\(busServices)/\(name).service")
    }

    /// Makes a folder of links to all programs of this machine but some, which a person may have installed.
    /// - Returns: The folder, for PATH.
    func programs(without excluded: [String]) throws -> String {
        let folder = "\(path)/programs-of-the-machine"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for source in (environment["PATH"] ?? "").split(separator: ":") {
            for name in (try? files.contentsOfDirectory(atPath: String(source))) ?? [] where !excluded.contains(name) {
                // The first folder that has a program counts.
                try? files.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: "\(source)/\(name)")
            }
        }
        return folder
    }
}

/// The programs under test.
enum Products {
    /// The folder of the test bundle, and of the modules that were built with it.
    static let build: String = {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = (executable as NSString).deletingLastPathComponent
        if FileManager.default.isExecutableFile(atPath: "\(beside)/xcallbackd") { return beside }
        // A runner of the toolchain loads the bundle: its path is an argument.
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
        return (bundle as NSString).deletingLastPathComponent
    }()

    /// The folder of the programs under test: XCALLBACK_TEST_PROGRAMS, or the folder of the test bundle.
    static let folder: String = {
        guard let chosen = ProcessInfo.processInfo.environment["XCALLBACK_TEST_PROGRAMS"], !chosen.isEmpty else {
            return build
        }
        return URL(filePath: chosen).resolvingSymlinksInPath().path
    }()
}

/// A program that has ended.
struct Ended: Equatable {
    let status: Int32
    let output: String
    let errors: String

    /// Throws a failure unless the program succeeded.
    @discardableResult
    func succeeded() throws -> Ended {
        guard status == 0 else { throw Failure("\(self)") }
        return self
    }

    /// The output, which is a value in JSON.
    var json: QueryValue { get throws { try JSONParser.parse(Array(output.utf8), depthLimit: 64) } }
}

/// Runs a program to its end.
@discardableResult
func run(
    _ program: String, _ arguments: [String] = [], _ environment: [String: String], input: String? = nil
) throws -> Ended {
    let stdin = try ChildPipe()
    let output = try ChildPipe()
    // Standard error goes to a file in memory: two pipes could wait for each other.
    let errors = FileHandle(fileDescriptor: try Descriptor(inMemory: []).release(), closeOnDealloc: true)
    let child = try Child(
        program.contains("/") ? program : find(program, environment), arguments, environment,
        input: stdin.reading, output: output.writing, errors: errors.fileDescriptor)
    output.closeWriting()
    if let input {
        let bytes = Array(input.utf8)
        _ = write(stdin.writing, bytes, bytes.count)
    }
    stdin.closeWriting()
    let said = output.read()
    let status = child.wait()
    try errors.seek(toOffset: 0)
    return Ended(
        status: status, output: said, errors: String(decoding: try errors.readToEnd() ?? Data(), as: UTF8.self))
}

func find(_ program: String, _ environment: [String: String]) throws -> String {
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
        let path = "\(folder)/\(program)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw Failure("there is no '\(program)' on PATH")
}

/// Runs the words of a command to its end.
@discardableResult
func run(_ command: [String], _ environment: [String: String]) throws -> Ended {
    try run(command[0], Array(command.dropFirst()), environment)
}

/// Whether a command of the system's programs succeeds here.
func succeeds(_ command: String...) -> Bool {
    (try? run(command, ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]))?.status == 0
}

/// Why a test cannot run here, if the machine lacks some of these programs; nil if it has all.
func lack(of programs: [String]) -> String? {
    let missing = programs.filter { !has($0) }
    return missing.isEmpty ? nil : "needs \(missing.joined(separator: ", "))"
}

/// Whether the machine has a program.
func has(_ program: String) -> Bool { (try? find(program, ProcessInfo.processInfo.environment)) != nil }
