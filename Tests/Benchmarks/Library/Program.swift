/// Measures one row: `Library ROW ROUNDS MILLISECONDS`. Prints the rounds as JSON: our nanoseconds and the peer's.
@main
struct Program {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let rounds = Int(arguments[2]), let milliseconds = Int(arguments[3]) else {
            throw Misuse(description: "usage: Library ROW ROUNDS MILLISECONDS")
        }
        let measurement = Measurement(rounds: max(rounds, 1), milliseconds: max(milliseconds, 1))
        let rows: [String: (Measurement) throws -> [[Double]]] = [
            "parse": ParsingRows.parse, "decode": ParsingRows.decode, "parameters": ParsingRows.parameters,
            "match": MatchingRows.match, "match-many": MatchingRows.matchMany, "routes": MatchingRows.routes,
            "handle": RouterRows.handle, "bare": RouterRows.bare, "link": RouterRows.link,
        ]
        guard let row = rows[arguments[1]] else { throw Misuse(description: "no row '\(arguments[1])'") }
        print(try row(measurement))
    }
}

struct Misuse: Error, CustomStringConvertible {
    let description: String
}
