/// What the manual writes around a key and its value in an example.
enum ExampleFrame {
    /// Nothing: the mapping is a file or a route, with a key in each line.
    case lines
    /// A mapping in one line, between these texts.
    case flow(String, String)

    /// The same below the companions, which are keys of the mapping around it.
    case inner(String, String)

    func text(_ pair: String, with companions: String) -> String {
        switch self {
        case .lines: companions.isEmpty ? pair : "\(companions)\n\(pair)"
        case .inner(let start, let end): "\(companions)\n\(start)\(pair)\(end)"
        case .flow(let start, let end): start + (companions.isEmpty ? pair : "\(companions), \(pair)") + end
        }
    }
}
