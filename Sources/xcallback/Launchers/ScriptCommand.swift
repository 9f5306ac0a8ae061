import ArgumentParser
import DispatcherMessages
import Glibc
import QueryCoding
import UnixSystem

/// A script that runs a route from a launcher, in the form of Raycast's script commands.
struct ScriptCommand {
    /// The greatest number of arguments that the launchers ask for.
    static let argumentLimit = 3
    /// The line by which a later run knows its own scripts.
    private static let mark = "# Written by 'xcallback page --script-commands', which replaces this file."

    let route: ListedRoute
    private let fields: [ListedField]

    /// Nil for a route that needs more arguments than a launcher asks for.
    init?(_ route: ListedRoute) {
        guard route.requiredFields.count <= Self.argumentLimit else { return nil }
        self.route = route
        let optional = route.optionalFields.filter { !$0.isArray && $0.type != "path" }
        fields = Array((route.requiredFields + optional).prefix(Self.argumentLimit))
    }

    /// Writes a script for each route, and removes the scripts of an earlier run. Throws the exit status after printing
    /// an error.
    static func write(_ routes: [ListedRoute], to folder: String) throws {
        let scripts = routes.compactMap(ScriptCommand.init)
        var count = 0
        try Shell.reporting {
            try Directory.make(folder)
            for name in try Directory.entries(of: folder).map(\.name)
            where name.hasPrefix("xcallback-") && name.hasSuffix(".sh") {
                if isOurs("\(folder)/\(name)") { unlink("\(folder)/\(name)") }
            }
            for script in scripts {
                let path = "\(folder)/xcallback-\(script.route.name).sh"
                guard !File.exists(path) else {
                    Shell.report("'\(path)' is not a script of this command, and stays")
                    continue
                }
                try File.replace(path, with: Array(script.text.utf8), permissions: 0o755, followsLinks: false)
                count += 1
            }
        }
        Shell.print("wrote \(count) script\(count == 1 ? "" : "s") to \(Printable.shown(folder))")
        for route in routes where ScriptCommand(route) == nil {
            Shell.report("\(route.name) needs more than \(argumentLimit) values, which no launcher asks for")
        }
    }

    private static func isOurs(_ path: String) -> Bool {
        guard let bytes = try? FileContents.read(path, limit: 1 << 20) else { return false }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().first == mark[...]
    }

    private var text: String {
        let header =
            [("schemaVersion", "1"), ("title", route.title), ("mode", mode), ("packageName", route.feature ?? "")]
            + (route.description.map { [("description", Printable.shown($0, limit: 200))] } ?? [])
            + fields.enumerated().map { ("argument\($0 + 1)", argument($1)) }
        let values = fields.enumerated().map { index, field in
            let isRequired = route.requiredFields.contains(field)
            let value = "\"\(field.name)=$\(index + 1)\""
            return isRequired ? value : "${\(index + 1):+\(value)}"
        }
        let command = ["exec", Printable.shellWord(Shell.client), "run --text --literal", route.name] + values
        return """
            #!/bin/sh
            \(Self.mark)
            \(header.map { "# @raycast.\($0) \($1)" }.joined(separator: "\n"))
            \(command.joined(separator: " "))

            """
    }

    /// How a launcher shows the output: nothing, the last line, or all of it.
    private var mode: String {
        switch route.output {
        case .word("none"): "silent"
        case .word("text"): "compact"
        case .word, .list: "fullOutput"
        }
    }

    private func argument(_ field: ListedField) -> String {
        let options = field.options.map { QueryValue.record([("title", .string($0)), ("value", .string($0))]) }
        return QueryValue.record([
            ("type", options.isEmpty ? "text" : "dropdown"), ("placeholder", .string(field.name)),
            ("optional", route.requiredFields.contains(field) ? nil : true),
            ("data", options.isEmpty ? nil : .array(options)),
        ]).json
    }
}
