import ArgumentParser
import DispatcherMessages

/// `xcallback history clear`
struct HistoryClear: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Forget all requests that are over; no file keeps a word of them.")

    @OptionGroup var daemon: DaemonOptions

    func run() throws { _ = try daemon.call(MethodName.forget) }
}
