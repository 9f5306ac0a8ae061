import ProgramHelp
import TestSupport
import Testing

/// The lines of text for people.
struct TextLayoutTests {
    private static let words = [
        "a", "word", "'xcallback history show last'", "[--from <from>]", "(a", "note)", "世界你好，世界", "🙂🙂🙂",
        "/usr/share/doc/a-path-that-is-longer-than-forty-columns", "isn't", "\u{1b}[31mred\u{1b}[0m", "नमस्ते",
    ]

    @Test(arguments: [40, 60, 80, 120], [0, 2, 7, 26])
    func `no line is wider than the terminal, but for what is never broken`(width: Int, indentation: Int) {
        var random = SeededGenerator(seed: UInt64(width * 100 + indentation))
        for _ in 0..<200 {
            let text = (0..<30).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined(separator: " ")
            let lines = TextLayout(width: width).lines(text, indentation: indentation)
            for line in lines where line.columns > width {
                #expect(line.contains("/usr/share") && !line.hasPrefix(" ") && !line.contains(" "), "\(lines)")
            }
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
            #expect(lines.allSatisfy { $0.last != " " && !$0.isEmpty })
        }
    }

    @Test func `what is copied has a line of its own, if it is wider than the terminal`() {
        let command = "printf 'a command of more than twenty columns'"
        #expect(TextLayout(width: 20).lines("runs   ", copied: command, indentation: 7) == ["runs", command])
        #expect(TextLayout(width: 60).lines("runs   ", copied: command, indentation: 7) == ["runs   \(command)"])
        #expect(TextLayout(width: 50).lines("       ", copied: command, indentation: 7) == ["  \(command)"])
        #expect(TextLayout(width: nil).lines("a  b ", indentation: 2) == ["a  b "])
    }

    @Test func `a help keeps its examples, and its columns`() {
        let help = """
            Error: no such option
            Usage: xcallback send [--parallel <parallel>] <urls> ...
              See 'xcallback send --help' for more information.
              --parallel <parallel>   Maximum number of URLs to run at once.
              xcallback send --parallel 4 - < urls.txt
            """
        #expect(
            TextLayout(width: 50).lines(ofHelp: help) == [
                "Error: no such option", "Usage: xcallback send [--parallel <parallel>]", "         <urls> ...",
                "  See 'xcallback send --help' for more information.",
                "  --parallel <parallel>   Maximum number of URLs", "                          to run at once.",
                "  xcallback send --parallel 4 - < urls.txt",
            ])
    }
}
