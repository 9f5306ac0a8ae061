/// Measures one row: `Library ROW ROUNDS MILLISECONDS` prints the rounds as JSON: our nanoseconds and the peer's.
///
/// `Library ROW ours CALLS` and `Library ROW peer CALLS` only make so many calls, for a profiler that counts instructions.
@main
struct Program {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let number = Int(arguments[3]), let measurement = measurement(arguments[2], number)
        else {
            throw Misuse(description: "usage: Library ROW ROUNDS MILLISECONDS, or Library ROW ours|peer CALLS")
        }
        let rows: [String: (Measurement) throws -> [[Double]]] = [
            "parse": ParsingRows.parse, "decode": ParsingRows.decode, "parameters": ParsingRows.parameters,
            "match": MatchingRows.match, "match-many": MatchingRows.matchMany, "routes": MatchingRows.routes,
            "handle": RouterRows.handle, "bare": RouterRows.bare, "link": RouterRows.link,
        ]
        guard let row = rows[arguments[1]] else { throw Misuse(description: "no row '\(arguments[1])'") }
        print(try row(measurement))
    }

    private static func measurement(_ mode: String, _ number: Int) -> Measurement? {
        switch mode {
        case "ours": Measurement(rounds: 0, milliseconds: 0, calls: (number, 0))
        case "peer": Measurement(rounds: 0, milliseconds: 0, calls: (0, number))
        default: Int(mode).map { Measurement(rounds: max($0, 1), milliseconds: max(number, 1), calls: nil) }
        }
    }
}

struct Misuse: Error, CustomStringConvertible {
    let description: String
}
