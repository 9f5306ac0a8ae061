import ArgumentParser
import DesktopEntries
import DispatcherMessages
import QueryCoding

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

    @OptionGroup var confirmation: Confirmation

    @Argument(help: "Name of a route, or of a file in routes.d.", completion: NameCompletion.routes)
    var name: String

    func run() throws {
        let (file, rest, routes) = try target()
        let path = file.shownPath
        let names = routes.isEmpty ? "no route" : routes.map { Printable.shown($0) }.joined(separator: ", ")
        try confirmation.require(
            rest == nil ? "Remove the file \(path), which has \(names)" : "Remove the route \(names) from \(path)",
            or: "remove \(name)")
        let before = try Daemon.call(StatusMethod.self).reply.schemes.filter(\.isRegistered).map(\.scheme)
        let grants = try Daemon.call(GrantsMethod.self).reply.grants.filter { routes.contains($0.route) }
        _ = try file.store(rest, rest == nil ? "removed \(path), which had \(names)" : "removed \(names)")
        let left = try Daemon.call(GrantsMethod.self).reply.grants
        for grant in grants where left.contains(where: { $0.id == grant.id }) {
            _ = try Daemon.call(RevokeMethod.self) { $0.id = grant.id }
        }
        if !grants.isEmpty { Shell.print("revoked \(grants.count) grant\(grants.count == 1 ? "" : "s")") }
        // Schemes that no route needs any more are taken from the desktop.
        let needed = Set(try Daemon.call(StatusMethod.self).reply.schemes.map(\.scheme))
        let gone = before.filter { !needed.contains($0) }
        guard !gone.isEmpty else { return }
        for line in try InstallCommand.install().lines
        where line.verdict == .couldNot || gone.contains(where: line.names) { Shell.print("\(line)") }
    }

    /// Returns the file, its text without the route, or nil if the whole file goes, and the names of the routes that go.
    private func target() throws -> (file: RouteFile, rest: String?, routes: [String]) {
        let all = try Daemon.call(RoutesMethod.self).reply.routes
        let owners = RouteFile.names
        func whole(_ owner: String) throws -> (file: RouteFile, rest: String?, routes: [String]) {
            let routes = all.filter { $0.source?.hasPrefix("routes.d/\(owner).yaml:") ?? false }
            return (try RouteFile(name: owner), nil, routes.map(\.name))
        }
        guard let route = all.first(where: { $0.name == name }) else {
            let file = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
            guard owners.contains(file) else {
                let suggestion = MissingRoute.suggestion(for: name, among: all.map(\.name) + owners)
                throw Shell.failure(
                    "there is no route and no file '\(Printable.shown(name, limit: 64))'\(suggestion)", .usage)
            }
            return try whole(file)
        }
        let source = (route.source ?? "").split(separator: ":")
        guard source.count > 1, let line = Int(source[1]),
            let owner = owners.first(where: { source[0].hasSuffix("routes.d/\($0).yaml") })
        else { throw Shell.failure("\(name) is not in a file of \(RouteFile.folder), so it cannot be removed here") }
        let entire = try whole(owner)
        guard entire.routes != [name] else { return entire }
        guard let rest = entire.file.removing(line: line) else {
            throw Shell.failure(
                "the route has no lines of its own in its file; remove it with 'xcallback edit \(owner)'")
        }
        return (entire.file, rest, [name])
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
