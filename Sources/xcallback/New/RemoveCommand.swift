import ArgumentParser
import DesktopEntries
import DispatcherMessages
import URLSchemeRouter
import UnixSystem

/// `xcallback remove ROUTE|FILE`
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a route or a file of routes, with its grants and its scheme.",
        discussion: """
            The name of a route removes the route from its file, or the file if it has no other route. A name with \
            .yaml always means a file of routes.d. The daemon loads the change. A scheme that no route needs any more \
            is no longer registered with the desktop.

            Example:
              xcallback remove hello.greet --yes
            """)

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var confirmation: Confirmation

    @Argument(help: "Name of a route, or of a file in routes.d.", completion: NameCompletion.routes)
    var name: String

    func run() throws { try Shell.reporting { try remove(target()) } }

    /// What is to be removed.
    private struct Target {
        let file: RouteFile
        /// The text of the file without the route; nil if the whole file goes.
        let rest: String?
        /// The names of the routes that go.
        let routes: [String]
        let question: String
    }

    private func target() throws -> Target {
        let all = try daemon.call(RoutesMethod.self).reply.routes
        let owners = RouteFile.names
        guard let route = all.first(where: { $0.name == name }) else {
            let file = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
            guard owners.contains(file) else { throw unknown(all.map(\.name) + owners) }
            return try whole(file, all)
        }
        let source = (route.source ?? "").split(separator: ":")
        guard source.count > 1, let line = Int(source[1]),
            let owner = owners.first(where: { source[0].hasSuffix("routes.d/\($0).yaml") })
        else { throw Shell.failure("\(name) is not in a file of \(RouteFile.folder), so it cannot be removed here") }
        let file = try RouteFile(name: owner)
        guard all.contains(where: { $0.name != name && $0.source.map { $0.hasPrefix("\(source[0]):") } ?? false })
        else {
            return try whole(owner, all)
        }
        guard let rest = file.removing(line: line) else {
            throw Shell.failure(
                "the route has no lines of its own in its file; remove it with 'xcallback edit \(owner)'")
        }
        return Target(
            file: file, rest: rest, routes: [name],
            question: "Remove the route \(Printable.shown(name)) from \(Printable.shown(file.path, limit: nil))")
    }

    /// A file, with all of its routes.
    private func whole(_ owner: String, _ all: [ListedRoute]) throws -> Target {
        let file = try RouteFile(name: owner)
        let routes = all.filter { $0.source.map { $0.hasPrefix("routes.d/\(owner).yaml:") } ?? false }.map(\.name)
        let names = routes.isEmpty ? "no route" : routes.map { Printable.shown($0) }.joined(separator: ", ")
        return Target(
            file: file, rest: nil, routes: routes,
            question: "Remove the file \(Printable.shown(file.path, limit: nil)), which has \(names)")
    }

    private func remove(_ target: Target) throws {
        try confirmation.require(target.question, or: "remove \(name)")
        let before = try daemon.call(StatusMethod.self).reply.schemes.filter(\.isRegistered).map(\.scheme)
        let grants = try daemon.call(GrantsMethod.self).reply.grants.filter { target.routes.contains($0.route) }
        if let rest = target.rest {
            let copy = try CheckedCopy(of: target.file, text: Array(rest.utf8))
            defer { copy.remove() }
            try refuse(copy.mistakes(besides: target.file.others))
            guard try copy.place() else { throw changed }
        } else {
            guard try RouteFile(path: target.file.path).contents == target.file.contents else { throw changed }
            try File.remove(target.file.path)
        }
        try refuse(RouteLoading(file: target.file, daemon: daemon).mistakes() ?? [])
        for route in target.routes { Shell.print("removed \(Printable.shown(route))") }
        if target.rest == nil { Shell.print("removed \(Printable.shown(target.file.path, limit: nil))") }
        let left = try daemon.call(GrantsMethod.self).reply.grants
        for grant in grants where left.contains(where: { $0.id == grant.id }) {
            _ = try daemon.call(RevokeMethod.self) { $0.id = grant.id }
        }
        if !grants.isEmpty { Shell.print("revoked \(grants.count) grant\(grants.count == 1 ? "" : "s")") }
        try unregister(before)
    }

    /// Takes the schemes from the desktop that no route needs any more.
    private func unregister(_ registered: [String]) throws {
        let needed = Set(try daemon.call(StatusMethod.self).reply.schemes.map(\.scheme))
        let gone = registered.filter { !needed.contains($0) }
        guard !gone.isEmpty else { return }
        for line in try InstallCommand.install(config: nil, force: false).lines
        where line.verdict == .couldNot || gone.contains(where: line.names) { Shell.print("\(line)") }
    }

    private func refuse(_ mistakes: [CheckedLine]) throws {
        guard !mistakes.isEmpty else { return }
        for mistake in mistakes { Shell.report(mistake.text) }
        throw Shell.failure("nothing was removed")
    }

    private func unknown(_ names: [String]) -> ExitCode {
        let near = nearest(to: name, among: names) ?? routeName(endingLike: name, among: names)
        return Shell.failure(
            "there is no route and no file '\(Printable.shown(name, limit: 64))'"
                + (near.map { "; did you mean '\($0)'?" } ?? ""), .usage)
    }

    private var changed: ExitCode {
        Shell.failure("another program has changed the file meanwhile; nothing was removed")
    }
}

extension RouteFile {
    /// Returns the contents without the item of a list that begins in a line; nil if the item does not begin the line.
    /// Comments above the item stay.
    func removing(line number: Int) -> String? {
        var lines = String(decoding: contents ?? [], as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(number - 1) else { return nil }
        let indentation = { (line: Substring) in line.prefix { $0 == " " }.count }
        let own = indentation(lines[number - 1])
        guard lines[number - 1].dropFirst(own).hasPrefix("- ") else { return nil }
        let isBlank = { (line: Substring) in line.allSatisfy { $0 == " " } }
        let next = lines[number...].firstIndex { !isBlank($0) && indentation($0) <= own } ?? lines.endIndex
        // Blank lines after the item stay, too.
        let end = lines[..<next].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? next
        lines.removeSubrange((number - 1)..<end)
        return lines.joined(separator: "\n")
    }
}
