/// `open URL` and `open --from desktop -- URL`, recognised without the command-line parser.
struct FastOpen {
    let url: String
    let fromDesktop: Bool

    init?(_ arguments: [String]) {
        guard arguments.count > 2, arguments[1] == "open" else { return nil }
        if arguments.count == 3, !arguments[2].hasPrefix("-") {
            url = arguments[2]
            fromDesktop = false
        } else if arguments.count == 6, arguments[2...4] == ["--from", "desktop", "--"] {
            url = arguments[5]
            fromDesktop = true
        } else {
            return nil
        }
    }
}
