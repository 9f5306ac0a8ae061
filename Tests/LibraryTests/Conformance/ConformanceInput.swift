import FoundationEssentials
import URLSchemeRouter

/// An input whose fields are known only at run time.
struct ConformanceInput: Decodable {
    /// The fields by name, as the original's probe printed them.
    private(set) var line = ""
    private(set) var values: [String: QueryValue] = [:]

    /// The types of each route's fields.
    @TaskLocal static var fields: [String: [String: String]] = [:]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberKey.self)
        let fields = Self.fields[RequestContext.current?.route ?? ""] ?? [:]
        // Optional fields come last, as the probe declares them.
        let ordered = fields.sorted {
            ($0.value.hasSuffix("?") ? 1 : 0, $0.key) < ($1.value.hasSuffix("?") ? 1 : 0, $1.key)
        }
        var lines: [String] = []
        for (name, type) in ordered {
            let key = MemberKey(stringValue: name)
            switch type {
            case "String", "String?":
                let value =
                    type == "String"
                    ? try container.decode(String.self, forKey: key)
                    : try container.decodeIfPresent(String.self, forKey: key)
                lines.append(value.map { "\(name)=[\($0)]" } ?? "\(name)=nil")
                values[name] = value.map { .string($0) } ?? .null
            case "Int": lines.append("\(name)=\(try container.decode(Int.self, forKey: key))")
            case "Double": lines.append("\(name)=\(try container.decode(Double.self, forKey: key))")
            case "Bool": lines.append("\(name)=\(try container.decode(Bool.self, forKey: key))")
            case "[String]": lines.append("\(name)=\(try container.decode([String].self, forKey: key))")
            case "Date": lines.append("\(name)=\(try container.decode(Date.self, forKey: key).timeIntervalSince1970)")
            case "URL": lines.append("\(name)=\(try container.decode(URL.self, forKey: key).absoluteString)")
            case "UUID": lines.append("uuid=UUIDS(id: \(try container.decode(UUID.self, forKey: key)))")
            default: lines.append("\(name)=\(try container.decode(Color.self, forKey: key))")
            }
        }
        line = lines.joined(separator: " ")
    }

    private enum Color: String, Decodable { case red, green }
}
