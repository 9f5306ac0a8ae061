import DispatcherMessages
import QueryCoding

/// The command that runs a route with the input of one of its example URLs.
enum ExampleCommand {
    /// Returns the command as a line for a shell; nil if another route answers the URL, or if an argument cannot express a
    /// value.
    static func line(for url: String, of route: ListedRoute) -> String? {
        let reply = try? Daemon.call(ExplainMethod.self) { $0.url = url }.reply
        guard let reply, reply.route == route.name, let members = reply.input?.value.members else { return nil }
        var words = ["xcallback", "run", route.name]
        for member in members where member.value != .null {
            // The explanation hides a secret.
            guard !route.input.contains(where: { $0.name == member.name && $0.isSecret == true }) else { return nil }
            for item in member.value.elements ?? [member.value] {
                let text = item.text ?? item.json
                // As an argument, `-` would mean standard input.
                guard text != "-" else { return nil }
                words.append("\(member.name)=\(text.hasPrefix("@") ? "@" : "")\(text)")
            }
        }
        return Printable.command(words)
    }
}
