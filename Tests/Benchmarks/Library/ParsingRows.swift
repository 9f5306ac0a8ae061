import FoundationEssentials
import QueryCoding
import XCallbackURL

/// A URL into its parts, and into a value.
enum ParsingRows {
    struct Note: Codable {
        let title: String
        let body: String?
        let tags: [String]
        let priority: Int
        let draft: Bool
    }

    static let url =
        "notes://x-callback-url/create?title=Shopping%20list&body=milk%2C%20bread%20%26%20butter&tags=home&tags=errands"
        + "&priority=3&draft=false&x-source=Benchmark&x-success=otherapp%3A%2F%2Fdone%3Ffrom%3Dnotes%26n%3D12"

    static func parse(_ measurement: Measurement) throws -> [[Double]] {
        try measurement.compare {
            use(try XCallbackURL(url))
        } _: {
            let components = URLComponents(string: url)
            use((components?.scheme, components?.host, components?.path, components?.queryItems))
        }
    }

    static func decode(_ measurement: Measurement) throws -> [[Double]] {
        let decoder = QueryDecoder()
        return try measurement.compare {
            use(try decoder.decode(Note.self, from: try XCallbackURL(url).parameters))
        } _: {
            use(note(URLComponents(string: url)?.queryItems ?? []))
        }
    }

    /// What a program writes that knows its fields.
    private static func note(_ items: [URLQueryItem]) -> Note? {
        var values: [String: String] = [:]
        for item in items { values[item.name] = item.value }
        guard let title = values["title"], let priority = values["priority"].flatMap({ Int($0) }),
            let draft = values["draft"].flatMap({ Bool($0) })
        else { return nil }
        let tags = items.compactMap { $0.name == "tags" ? $0.value : nil }
        return Note(title: title, body: values["body"], tags: tags, priority: priority, draft: draft)
    }

    /// The time of a URL into a dictionary, by the number of its parameters: pairs of number and nanoseconds.
    static func parameters(_ measurement: Measurement) throws -> [[Double]] {
        let decoder = QueryDecoder()
        return try [1, 10, 100, 1000].map { count in
            let url = "notes:///create?" + (0..<count).map { "name\($0)=value%20\($0)" }.joined(separator: "&")
            return [
                Double(count),
                try measurement.time {
                    use(try decoder.decode([String: String].self, from: try XCallbackURL(url).parameters))
                },
            ]
        }
    }
}
