import QueryCoding

/// An app that the opener of a tally calls: it writes down that it was, and answers by the command line after a while,
/// to whichever daemon serves by then.
struct SlowApp {
    private let tally: Tally

    /// Puts itself in the place of the tally's opener, which it remains for all other URLs.
    init(_ tally: Tally) throws {
        self.tally = tally
        let path = tally.sandbox.path
        try tally.sandbox.write(
            #"""
            #!/bin/sh
            case $1 in
            app:*) ;;
            *) printf '%s\n' "$1" >> '\#(path)/opened'; exit ;;
            esac
            number=${1#*\?n=} number=${number%%&*}
            token=${1#*x-success=*reply%2F} token=${token%%&*}
            printf '%s\n' "$number" >> '\#(path)/ran'
            printf '%s\n' "$token" >> '\#(path)/planted'
            sleep "0.$((number % 3))$((number % 7))"
            said=$(xcallback open "xcallback://x-callback-url/reply/$token?n=$number" 2>&1)
            printf '%s %s %s\n' "$number" "$?" "$(echo "$said" | tr '\n' ' ')" >> '\#(path)/answered'

            """#, to: "opener", executable: true)
    }

    /// The ends of the URLs by which it was asked to answer.
    var planted: [String] { tally.sandbox.lines("planted") }

    /// The fate of its answer to each number: a status and a message.
    func answers() throws -> [String: String] {
        try wait(for: "the last answer") { tally.sandbox.lines("answered").count == planted.count }
        let pairs = tally.sandbox.lines("answered").map { line in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            return (parts.first ?? "", parts.last ?? "")
        }
        return Dictionary(pairs) { "\($0), \($1)" }
    }
}
