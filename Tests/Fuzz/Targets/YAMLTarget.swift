import DispatcherRequests
import URLSchemeRouter

@testable import DispatcherConfiguration

/// A file of any bytes is read as settings and as routes, or refused with mistakes that are in it. The routes of an accepted
/// file make a table, and their templates expand.
struct YAMLTarget: FuzzTarget {
    static let name = "yaml"
    static let maximumLength = 320
    static func seeds() -> [[UInt8]] {
        let files = [
            "config/routes.d/notes.yaml", "config/routes.d/media.yaml", "Tests/TestSupport/Cases/hostile-routes.yaml",
        ]
        let routes = files.flatMap(Seeds.lines).filter { $0.starts(with: "  - {".utf8) }
        return routes.map { Array("schemes: [own]\nroutes:\n".utf8) + $0 }
            + Seeds.lines("config/config.yaml") + samples.map { Array($0.utf8) }
    }

    private static let samples = [
        "opener: {default: [xdg-open], a: [b]}\nprompt: auto\ncallbacks: {hosts: [a.example], allow: [own]}\n",
        "limits: {connections: 1, running: 2, waiting: 3, parameters: 4, line: 1KiB, output: 1MiB, timeout: 30s}",
        "apps: {obsidian: {plus-as-space: true}}\nhistory: {keep: 30d, inputs: no}\nenvironment: [A, B_C]",
        "feature: f\nschemes: any\ndomains: ['*.a.example']\ndesktop: allow\nroutes:\n- {name: a, path: [/a, \"/{b:int}/{c**}\"], "
            + "input: {b: int, c: [line], d: {type: number, min: 1, max: 2, default: 1.5}}, run: [p, [-x, $c], --, $b, $d]}",
        "schemes: [own]\nroutes:\n- {name: a, path: /a, input: {k: string?}, open: \"one://h/${k}?a=$k#${x-fragment}\"}\n"
            + "- {name: b, path: \"/b/{p:/[a-z]+/}\", redirect: \"own:///a?k=$p\", examples: [{url: \"own:///b/x\"}]}",
        "schemes: [own]\nroutes:\n- name: s\n  path: /s/{a?}\n  script: |\n    echo \"$a\"\n  stdin: json\n  timeout: 5m\n"
            + "  cancel-exit: [1]\n  token: {file: t}\n  rate: {per-second: 1, burst: 2}\n  present: [p, $a]\n",
        "schemes: [own]\narrays: json\nroutes:\n- {name: a, path: /a, input: {a: line?, b: {type: [line], separator: newline}}, "
            + "run: [p], stdin: json, output: json, require: [[a, b]], exclusive: [[a, b]], plus-as-space: true, "
            + "error-name: e, prefix: r-}\n- {name: b, path: /b, input: {n: line?}, run: [p], result-name: n, arrays: comma}\n",
    ]

    func check(_ bytes: [UInt8]) throws {
        let lines = 1 + bytes.count(where: { [0x0A, 0x0D, 0x85, 0xA8, 0xA9].contains($0) })
        let origin = FileOrigin(path: "/srv/f.yaml", shown: "f.yaml")
        let syntax = Diagnostics()
        guard let node = YAMLReader.read(bytes, file: origin.shown, diagnostics: syntax) else {
            return try check(syntax, lines: lines)
        }
        let settingsMistakes = Diagnostics()
        let read = Settings(node, ValueContext(origin: origin, diagnostics: settingsMistakes))
        try check(settingsMistakes, lines: lines)
        let settings = settingsMistakes.mistakes.isEmpty ? read : Settings()
        let mistakes = Diagnostics()
        let context = ValueContext(origin: origin, diagnostics: mistakes)
        let feature = FeatureReader(context: context, settings: settings).feature(node)
        try check(mistakes, lines: lines)
        guard let feature, mistakes.mistakes.isEmpty, syntax.mistakes.isEmpty else { return }
        try checkAccepted(feature, settings)
    }

    private func check(_ diagnostics: Diagnostics, lines: Int) throws {
        for diagnostic in diagnostics.mistakes + diagnostics.warnings {
            let place = diagnostic.location
            // The end of a file whose last line has no end is on the line after it.
            try require(
                (1...(lines + 1)).contains(place.line) && place.column >= 1 && !diagnostic.message.isEmpty,
                "a mistake outside the file: \(diagnostic)")
        }
    }

    private func checkAccepted(_ feature: Feature, _ settings: Settings) throws {
        // Routes that tie are a mistake of the file that its loader finds.
        if let configuration = try? Tables.configuration(settings, [feature]) {
            _ = configuration.checkExamples()
            _ = try? DispatchTable(configuration: configuration, compiled: [])
        }
        for route in feature.routes.lazy.map(\.value) {
            for round in 0..<2 {
                let parameters = QueryParameters(route.input.compactMap { Self.parameter($0, round) })
                let context = { (name: Template.RequestValue) in
                    name == .source && round == 0 ? nil : "v-\(name.rawValue)"
                }
                guard let input = try? route.decode(parameters) else { continue }
                try expand(route, input, context)
            }
        }
    }

    private func expand(
        _ route: RouteDefinition, _ input: QueryValue, _ context: (Template.RequestValue) -> String?
    ) throws {
        if let present = route.present { _ = try? present.arguments(input: input, request: context) }
        switch route.action {
        case .run(let arguments):
            guard let words = try? arguments.arguments(input: input, request: context) else { return }
            try require(!words.isEmpty, "a command without a program")
        case .open(let template), .redirect(let template):
            guard let url = try? template.url(input: input, request: context) else { return }
            let sample = try RawURL(Array(template.sample.utf8))
            let raw = try RawURL(Array(url.utf8))
            try require(raw.scheme == sample.scheme && raw.authority == sample.authority, "it leads elsewhere: \(url)")
        case .script, .worker: break
        }
    }

    /// A value that the type may accept; no value for optional fields in the first round.
    private static func parameter(_ field: InputField, _ round: Int) -> QueryParameter? {
        if round == 0, field.isOptional || field.isArray { return nil }
        let text =
            switch field.type {
            case .string: "-a\n/?#&%"
            case .line, .matching: "a"
            case .int(let min, _): "\(min ?? 7)"
            case .number(let min, _): "\(min ?? 7.5)"
            case .bool: "true"
            case .oneOf(let choices): choices.first ?? ""
            case .path: "a/b"
            case .date: "2027-01-31"
            case .uuid: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
            case .url: "https://a.example/?x"
            case .base64: "aGk="
            }
        return QueryParameter(field.name, text)
    }
}
