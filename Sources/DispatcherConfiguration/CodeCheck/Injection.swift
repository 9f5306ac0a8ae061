/// A value of a request that would be more than data at its place in a command.
struct Injection: Hashable {
    let kind: Kind
    /// The program that would read the value, by its name in the command.
    let program: String
    let remedy: CommandSyntax.Remedy
    /// Whether the value is at this place only if an absent optional or a repeated array moves the word there.
    let isShifted: Bool

    enum Kind: Hashable {
        /// The program would run the value as code.
        case code
        /// The value would choose what the program runs.
        case program
        /// The value would choose an option of the program.
        case option
        /// The value would name a file that the program writes.
        case written
        /// The value would be in a variable that chooses what other programs run. `program` is then the variable's
        /// name.
        case variable
    }
}
