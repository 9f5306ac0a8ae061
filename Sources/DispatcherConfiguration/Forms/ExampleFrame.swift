/// The text that the manual puts around a key and its value in an example.
enum ExampleFrame {
    /// No text: the mapping is a file or a route, with a key in each line.
    case lines
    /// A mapping in one line, between these texts.
    case flow(String, String)

    /// The key is in a mapping inside another mapping. The example shows the other keys of the outer mapping first,
    /// then a line with the inner mapping, which begins and ends with these texts.
    case inner(String, String)

    func text(_ pair: String, with companions: String) -> String {
        switch self {
        case .lines: companions.isEmpty ? pair : "\(companions)\n\(pair)"
        case .inner(let start, let end): "\(companions)\n\(start)\(pair)\(end)"
        case .flow(let start, let end): start + (companions.isEmpty ? pair : "\(companions), \(pair)") + end
        }
    }
}
