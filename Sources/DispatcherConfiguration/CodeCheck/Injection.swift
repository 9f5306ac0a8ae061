/// A value of a request that would be more than data at its place in a command.
struct Injection: Hashable {
    let kind: Kind
    /// The program that would read it, as the command names it.
    let program: String
    let remedy: CommandSyntax.Remedy
    /// Whether this happens only when an absent optional or a repeated array moves the word to this place.
    let isShifted: Bool

    enum Kind: Hashable {
        /// The program would run it as code.
        case code
        /// It would choose what the program runs.
        case program
        /// It would choose an option of the program.
        case option
        /// It would name a file that the program writes.
        case written
        /// It would be in a variable that chooses what other programs run. The program is the variable's name.
        case variable
    }
}
