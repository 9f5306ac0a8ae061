import Foundation
import TestSupport
import Testing
import URLSchemeRouter

@testable import DispatcherConfiguration

struct RouteReadingTests {
    /// The sample of the manual.
    static let sample = """
        feature: notes
        schemes: [notes]
        domains: [notes.example.org]
        available-when: [test, -d, /srv/notes]
        desktop: ask
        routes:
          - name: create
            path: /create
            summary: Create a note
            input:
              title: line
              body: string?
              tags: [line]
              priority: {one-of: [low, normal, high], default: normal}
              words: {type: int, min: 1, max: 500, default: 100}
            run: [notes-add, --title=$title, --priority, $priority, [--tag, $tags], --, $body]
            stdin: json
            output: json
            timeout: 10s
            examples:
              - {url: "notes:///create?title=Hi", argv: [notes-add, --title=Hi, --priority, normal, --]}
          - {name: web, path: "/web/{id:int}", open: "https://notes.example.org/n/$id"}
          - {name: delete, path: "/delete/{id:int}", run: [notes-rm, --, $id]}
        """

    @Test(arguments: [
        ("token: line", true), ("code-verifier: \"line?\"", true), ("Session_ID: [line]", true),
        ("sig: {one-of: [a, b]}", true), ("key: {type: line, secret: false}", false),
        ("words: [{type: line, secret: true}]", true), ("title: line", false), ("code: line", false),
    ])
    func `an input is secret by its name, unless the file says otherwise`(input: String, isSecret: Bool) throws {
        let configuration = try Configuration.routes(
            "schemes: [n]\nroutes: [{name: a, path: /a, input: {\(input)}, run: [\"true\"]}]")
        #expect(configuration.mistakes.isEmpty)
        #expect(configuration.firstRoute?.input.map(\.isSecret) == [isSecret])
    }

    @Test func `a member of an output is no secret by its name`() throws {
        let configuration = try Configuration.routes(
            "schemes: [n]\nroutes: [{name: a, path: /a, run: [\"true\"], output: {token: line}}]")
        #expect(configuration.mistakes.isEmpty)
        let output = configuration.firstRoute?.output
        #expect(output == .members([InputField(name: "token", type: .line, declaredSecret: false)]))
    }

    @Test func `reads the sample of the manual`() throws {
        let configuration = try Configuration.routes(Self.sample)
        #expect(configuration.mistakes.isEmpty)
        let feature = try #require(configuration.features.first)
        #expect(feature.name == "notes")
        #expect(feature.scopes == [.scheme(try #require(Scheme("notes"))), .domain("notes.example.org")])
        #expect(feature.availability.command == ["test", "-d", "/srv/notes"])
        #expect(feature.routes.map(\.value.name) == ["notes.create", "notes.web", "notes.delete"])
        let create = feature.routes[0].value
        #expect(create.summary == "Create a note")
        #expect(create.stdin == .json && create.output == .json && create.timeout == .seconds(10))
        #expect(create.desktop == .ask)
        #expect(create.location.description == "routes.d/notes.yaml:7:5")
        #expect(
            create.input == [
                InputField(name: "title", type: .line),
                InputField(name: "body", type: .string, isOptional: true),
                InputField(name: "tags", type: .line, isArray: true),
                InputField(name: "priority", type: .oneOf(["low", "normal", "high"]), defaultValue: "normal"),
                InputField(name: "words", type: .int(min: 1, max: 500), defaultValue: 100),
            ])
        #expect(feature.routes[1].value.input == [InputField(name: "id", type: .int(min: nil, max: nil))])
    }

    @Test func `the sample's example comes out exactly`() throws {
        #expect(try Configuration.routes(Self.sample).checkExamples().isEmpty)
    }

    @Test func `reads the routes that the hostile cases speak to`() throws {
        let file = HostileRoutes.file
        let configuration = Configuration.load(files: [file])
        #expect(configuration.mistakes.isEmpty)
        let routes = try #require(configuration.features.first).routes.map(\.value)
        #expect(routes.count == 12)
        #expect(routes.map(\.desktop).filter { $0 == .allow }.count == 10)
        #expect(routes.compactMap(\.policy.token?.file) == [file.replacing("hostile-routes.yaml", with: "token")])
    }

    private static let web = Set([Scheme("https")].compactMap { $0 })

    /// A declaration, and the field that it makes.
    static let declarations: [(String, InputField)] = [
        ("string", InputField(name: "a", type: .string)),
        ("int?", InputField(name: "a", type: .int(min: nil, max: nil), isOptional: true)),
        ("[uuid]", InputField(name: "a", type: .uuid, isArray: true)),
        ("[{type: int, max: 9}]", InputField(name: "a", type: .int(min: nil, max: 9), isArray: true)),
        ("{type: [int], max: 9}", InputField(name: "a", type: .int(min: nil, max: 9), isArray: true)),
        (
            "{type: [int], default: [1, 2]}",
            InputField(name: "a", type: .int(min: nil, max: nil), isArray: true, defaultValue: [1, 2])
        ),
        ("{type: number, min: 0.5}", InputField(name: "a", type: .number(min: 0.5, max: nil))),
        ("{type: line, secret: true}", InputField(name: "a", type: .line, declaredSecret: true)),
        ("{type: line, secret: false}", InputField(name: "a", type: .line, declaredSecret: false)),
        ("{type: bool, default: no}", InputField(name: "a", type: .bool, defaultValue: false)),
        ("{type: url, schemes: any}", InputField(name: "a", type: .url, schemes: .any)),
        ("{type: [url], schemes: [HTTPS]}", InputField(name: "a", type: .url, isArray: true, schemes: .listed(web))),
        ("{type: path, under: /srv/x}", InputField(name: "a", type: .path(under: "/srv/x"))),
        ("{type: \"path?\", under: /srv/x}", InputField(name: "a", type: .path(under: "/srv/x"), isOptional: true)),
        ("{one-of: [yes, no, 1.0]}", InputField(name: "a", type: .oneOf(["yes", "no", "1.0"]))),
        (
            "{type: [line], separator: \",\"}",
            InputField(name: "a", type: .line, isArray: true, separator: .character(UInt8(ascii: ",")))
        ),
        ("{type: [line], separator: newline}", InputField(name: "a", type: .line, isArray: true, separator: .newline)),
        ("date", InputField(name: "a", type: .date)),
        ("url", InputField(name: "a", type: .url)),
        ("base64?", InputField(name: "a", type: .base64, isOptional: true)),
    ]

    @Test(arguments: declarations)
    func `reads a type`(declaration: String, field: InputField) throws {
        let route = try Configuration.route("path: /x\ninput: {a: \(declaration)}\nrun: [x]")
        #expect(route.input == [field])
    }

    @Test func `reads a pattern, and names the type by it`() throws {
        let route = try Configuration.route(
            "path: /x\ninput: {a: {type: [line], pattern: \"[A-Z]+-[0-9]+\"}}\nrun: [x]")
        let pattern = try TextPattern("[A-Z]+-[0-9]+")
        #expect(route.input == [InputField(name: "a", type: .matching(pattern, isLine: true), isArray: true)])
        #expect(route.input.first?.type.name == "/[A-Z]+-[0-9]+/")
    }

    @Test func `gives an undeclared parameter the regular expression of its path`() throws {
        let route = try Configuration.route("path: \"/issue/{key:/[A-Z]+-[0-9]+/}\"\nrun: [x]")
        let pattern = try TextPattern("[A-Z]+-[0-9]+")
        #expect(route.input == [InputField(name: "key", type: .matching(pattern, isLine: true))])
        let optional = try Configuration.route("path: \"/list/{page:/[a-c]/?}\"\nrun: [x]")
        #expect(optional.input.first?.type.name == "/[a-c]/" && optional.input.first?.isOptional == true)
    }

    @Test(arguments: [
        ("[\"/a/{k:int}\", \"/b/{k}\"]", "int"), ("[\"/a/{k:int}\", \"/b/{k:/x+/}\"]", "line"),
        ("[\"/a/{k:/x/}\", \"/b/{k:/y/}\"]", "line"), ("[\"/a/{k:/x/}\", \"/b/{k:/x/}\"]", "/x/"),
    ])
    func `refuses no value that one of several paths takes`(paths: String, type: String) throws {
        #expect(try Configuration.route("path: \(paths)\nrun: [x]").input.map(\.type.name) == [type])
    }

    /// A path, and the fields of its parameters where `input` names none.
    static let pathFields: [(String, [InputField])] = [
        ("/{a}", [InputField(name: "a", type: .line)]),
        ("/{a:date}", [InputField(name: "a", type: .date)]),
        ("/x/{a?}", [InputField(name: "a", type: .line, isOptional: true)]),
        ("/x/{a**}", [InputField(name: "a", type: .line, isArray: true)]),
        ("/v{a:int}.{b}", [InputField(name: "a", type: .int(min: nil, max: nil)), InputField(name: "b", type: .line)]),
    ]

    @Test(arguments: pathFields)
    func `takes undeclared parameters from the path`(path: String, fields: [InputField]) throws {
        #expect(try Configuration.route("path: \"\(path)\"\nrun: [x]").input == fields)
    }

    @Test func `a parameter that one of several paths lacks is optional`() throws {
        let route = try Configuration.route("path: [/today, \"/day/{date:date}\"]\nrun: [x]")
        #expect(route.input == [InputField(name: "date", type: .date, isOptional: true)])
    }

    @Test func `places begin at the folder of the file`() throws {
        let folder = try TemporaryFolder(configuration: [
            "routes.d/a.yaml": """
            schemes: [a]
            routes:
              - name: r
                path: /r
                input: {f: {type: path, under: data}}
                directory: ./work
                token: {file: token}
                run: [./bin/add, $f]
            """
        ])
        let route = try #require(folder.load().firstRoute)
        let base = "\(folder.path)/routes.d"
        #expect(route.input.first?.type == .path(under: "\(base)/data"))
        #expect(route.directory == "\(base)/work")
        #expect(route.policy.token?.file == "\(base)/token")
        #expect(
            route.action
                == .run([
                    .element(Template(pieces: [.text("\(base)/bin/add")])),
                    .element(Template(pieces: [.parameter("f")])),
                ]))
    }

    @Test func `reads every other key of a route`() throws {
        let route = try Configuration.route(
            """
            path: /r
            input: {body: string}
            run: [x]
            stdin: $body
            errors: stderr
            cancel-exit: [1]
            environment: [EDITOR]
            notify: true
            fallback: true
            strict: true
            strict-input: on
            desktop: ask-always
            rate: {per-second: 5, burst: 50}
            """)
        #expect(route.stdin == .parameter("body"))
        #expect(route.tellsStderr && route.notifies && route.isFallback && route.isStrict && route.strictInput)
        #expect(Set(route.cancelExits) == [1, 130])
        #expect(route.environment == ["EDITOR"])
        #expect(route.desktop == .askAlways)
        #expect(route.policy.rate == RoutePolicy.Rate(perSecond: 5, burst: 50))
    }

    @Test func `reads a step before the command, and how many run at once`() throws {
        let route = try Configuration.route(
            "path: /r\ninput: {a: line}\npresent: [./ready, $a]\nconcurrency: 2\nstrip: [utm_*, fbclid]\nrun: [x]")
        let present = try #require(route.present)
        #expect(present.count == 2)
        #expect(present.last == .element(Template(pieces: [.parameter("a")])))
        #expect(route.policy.concurrency == 2)
        #expect(route.policy.strip == ["utm_*", "fbclid"])
    }

    @Test func `reads a redirect to a route of its own, of the daemon, and of a domain`() throws {
        let configuration = try Configuration.routes(
            """
            schemes: [notes]
            domains: ["*.example.org"]
            routes:
              - {name: own, path: /a, input: {t: line}, redirect: "notes:///b?t=$t"}
              - {name: built-in, path: /b, redirect: "xcallback:///ping"}
              - {name: web, path: /c, redirect: "https://www.example.org/b"}
            """)
        #expect(configuration.mistakeTexts == [])
        let template = Template(pieces: [.text("notes:///b?t="), .parameter("t")])
        #expect(configuration.firstRoute?.action == .redirect(URLTemplate(template: template)))
    }

    @Test func `values of a file apply to each of its routes that does not override them`() throws {
        let feature = try #require(
            try Configuration.routes(
                """
                schemes: [notes]
                token: {file: /all}
                rate: 3
                strip: [utm_*]
                concurrency: 4
                log: true
                routes:
                  - {name: a, path: /a, run: [x]}
                  - {name: b, path: /b, token: {file: /own, parameter: pin, required: true}, rate: 5, strip: [], concurrency: 1, run: [x]}
                """
            ).features.first)
        #expect(feature.isLogged)
        #expect(
            feature.routes.map(\.value.policy) == [
                RoutePolicy(
                    token: .init(file: "/all"), rate: .init(perSecond: 3, burst: 6), strip: ["utm_*"], concurrency: 4),
                RoutePolicy(
                    token: .init(file: "/own", parameter: "pin", isRequired: true),
                    rate: .init(perSecond: 5, burst: 10), strip: [], concurrency: 1),
            ])
    }
}
