import ArgumentParser
import DispatcherMessages
import ProgramHelp
import QueryCoding
import XCallbackURL

/// `xcallback pick -- PROGRAM…`
struct PickCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick", abstract: "Choose a route in a menu program, and run it.",
        discussion: """
            PROGRAM works like dmenu: it shows the lines of its standard input and prints the chosen or typed one. It is \
            started for the route, and for each value that the route needs; '{}' in its arguments becomes the name of what is \
            asked for. Without PROGRAM, 'pick' takes the first of fuzzel, rofi, wofi and fzf that is installed and can be shown.

            The outcome is shown as a notification, and printed. If PROGRAM ends with 130, or fails and prints nothing, \
            nothing runs, and the exit status is 2.

            Examples:
              xcallback pick
              xcallback pick notes.create -- fuzzel --dmenu --prompt '{} '
            """)

    @Flag(help: "Print the URL, and run nothing.")
    var print = false

    @Argument(help: "Route to run; by default the first menu asks for it.", completion: NameCompletion.routes)
    var route: String?

    @Argument(parsing: .postTerminator, help: "Menu program and its arguments, after '--'.")
    var program: [String] = []

    func run() throws {
        guard let chooser = program.isEmpty ? Chooser.found : Chooser(words: program) else {
            throw Shell.failure("install fuzzel, rofi, wofi or fzf, or name another menu program after '--'", .usage)
        }
        let routes = try Daemon.call(RoutesMethod.self).reply.routes.filter(\.isOnMenu)
        guard !routes.isEmpty else { throw Shell.failure("no route can be run from a menu; 'xcallback new' makes one") }
        let width = routes.filter { $0.summary != nil }.map(\.title.columns).max() ?? 0
        let answer = try self.route ?? chooser.ask(for: "route", among: routes.map { $0.menuLine(width: width) })
        let route = try Self.route(answer, among: routes)
        let input = try Self.input(of: route, chooser)
        guard !print else {
            let link = try Daemon.call(LinkMethod.self) { ($0.route, $0.input) = (route.name, JSONObject(input)) }
            return Shell.print(text: link.reply.url)
        }
        let call = CallURL(
            target: .route(route.name, input: input), printsText: true,
            onOutcome: { Notification.show(route.title, $0) })
        try Shell.exit(call.run())
    }

    /// Returns the route of an answer: a line of the menu, a name, or a title that one route has. Throws the exit status
    /// for any other answer.
    private static func route(_ answer: String, among routes: [ListedRoute]) throws -> ListedRoute {
        let name = answer.split(separator: "\t").last.map(String.init) ?? answer
        let titled = routes.filter { $0.title == answer }
        if let route = routes.first(where: { $0.name == name }) ?? (titled.count == 1 ? titled.first : nil) {
            return route
        }
        throw Shell.failure("no route '\(Printable.shown(answer, limit: 64))' in the menu")
    }

    /// Asks for each required value, and for the values of which the route requires one.
    private static func input(of route: ListedRoute, _ chooser: Chooser) throws -> QueryValue {
        var members: [QueryValue.Member] = []
        func ask(_ field: ListedField) throws -> String {
            let text = try chooser.ask(for: field.name, among: field.options)
            if !text.isEmpty || !field.isOptional { members.append(QueryValue.Member(field.name, .string(text))) }
            return text
        }
        for field in route.requiredFields { _ = try ask(field) }
        for names in route.required ?? [] where !members.contains(where: { names.contains($0.name) }) {
            for field in route.input where names.contains(field.name) {
                if try !ask(field).isEmpty { break }
            }
        }
        return .object(members)
    }
}
