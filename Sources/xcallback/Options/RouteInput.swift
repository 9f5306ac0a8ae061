import ArgumentParser
import DispatcherMessages
import QueryCoding

/// A route by its name, and its input, as the arguments of a command.
struct RouteInput: ParsableArguments {
    @Flag(help: "Take each value as it is: '-' and '@FILE' have no special meaning.")
    var literal = false

    @Argument(help: "Route, such as notes.create.", completion: NameCompletion.routes)
    var route: String

    /// As in 'call'.
    @Option(name: .customLong("param"), help: .hidden, transform: InputArgument.init)
    var options: [InputArgument] = []

    @Argument(
        help: ArgumentHelp("Input of the route (repeatable).", valueName: "name=value"),
        completion: NameCompletion.fields,
        transform: InputArgument.init)
    var words: [InputArgument] = []

    var values: [InputArgument] { words + options }

    func validate() throws { if !literal { try InputArgument.check(values) } }

    /// The input as an object.
    var object: QueryValue {
        get throws { try InputArgument.object(values, isLiteral: literal) }
    }
}
