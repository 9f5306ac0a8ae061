import ArgumentParser
import DispatcherMessages
import QueryCoding

/// `xcallback reload`
struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Read the configuration anew; a mistake leaves the former one in place.")

    @OptionGroup var daemon: DaemonOptions

    @Flag(help: "Print what was loaded and refused as JSON.")
    var json = false

    func run() throws {
        let value = try daemon.call(MethodName.reload)
        let reply = try DaemonOptions.read(value, as: ReloadReply.init)
        if json {
            Shell.print(value.json)
        } else {
            try show(reply)
        }
        try Tool.exit(reply.refused.isEmpty ? .success : .configuration)
    }

    private func show(_ reply: ReloadReply) throws {
        for file in reply.loaded { Shell.print("loaded \(Printable.line(file))") }
        for mistake in reply.refused.flatMap(\.mistakes) { Shell.print(Printable.line(mistake)) }
        if !reply.refused.isEmpty { Shell.say("the former configuration serves on") }
        let status = try DaemonOptions.read(daemon.call(MethodName.status), as: StatusReply.init)
        for scheme in status.schemes where !scheme.isRegistered {
            Shell.say("the desktop does not hand us \(scheme.scheme): run 'xcallback install'")
        }
    }
}
