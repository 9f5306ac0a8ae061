import DispatcherMessages
import QueryCoding
import Testing

/// The replies of the daemon: one side reads all that the other prints.
struct ReplyTests {
    /// Reads a reply and prints it again.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let again: @Sendable (QueryValue) throws -> QueryValue
    }

    private static let accepted = Kind(testDescription: "accepted") { try AcceptedReply($0).value }
    private static let outcome = Kind(testDescription: "outcome") { try OutcomeReply($0).value }
    private static let link = Kind(testDescription: "link") { try LinkReply($0).value }
    private static let token = Kind(testDescription: "token") { try TokenReply($0).value }
    private static let serve = Kind(testDescription: "serve") { try ServeReply($0).value }
    private static let feature = Kind(testDescription: "feature") { try FeatureReply($0).value }
    private static let pause = Kind(testDescription: "pause") { try PauseReply($0).value }
    private static let reload = Kind(testDescription: "reload") { try ReloadReply($0).value }
    private static let worker = Kind(testDescription: "worker") { try WorkerReply($0).value }
    private static let routes = Kind(testDescription: "routes") { try RouteListingReply($0).value }
    private static let history = Kind(testDescription: "history") { try HistoryReply($0).value }
    private static let explanation = Kind(testDescription: "explanation") { try ExplanationReply($0).value }
    private static let grants = Kind(testDescription: "grants") { try GrantsReply($0).value }
    private static let status = Kind(testDescription: "status") { try StatusReply($0).value }

    private static func value(_ json: String) throws -> QueryValue {
        try JSONParser.parse(Array(json.utf8), depthLimit: 16)
    }

    @Test(
        arguments: [
            (accepted, #"{"id":"01A","state":"accepted"}"#),
            (outcome, #"{"id":"01A","url":"","outcome":"error","error":{"code":400,"message":"no URL"}}"#),
            (
                outcome,
                #"{"id":"01A","url":"n:///7","route":"n.a","outcome":"success","output":{"id":7,"a":[null,1.50]},"#
                    + #""callback":{"url":"o://d?id=7","state":"opened"}}"#
            ),
            (outcome, #"{"id":"01A","url":"n:///7","route":"n.a","outcome":"success"}"#),  // no output
            (
                outcome,
                #"{"id":"01A","url":"n:///7","outcome":"error","error":{"code":-3,"message":"m","detail":"d"},"#
                    + #""callback":{"url":"o://e","state":"refused","reason":"r"}}"#
            ),
            (outcome, #"{"id":"01A","url":"n:///7","outcome":"cancel"}"#),
            (link, #"{"url":"n:///7"}"#),
            (token, #"{"token":"0f","parameter":"x-token","file":"/t"}"#),
            (serve, #"{"routes":["w.a"]}"#),
            (grants, #"{"grants":[],"warning":"the file is not used"}"#),
            (
                grants,
                #"{"grants":[{"id":"01A","route":"n.a","parameters":["id"],"callbacks":["app:","https://a.example"],"#
                    + #""since":"2027-01-31T09:30:00.000Z"}]}"#
            ),
            (feature, #"{"name":"notes","available":true}"#),
            (feature, #"{"name":"notes","available":false,"because":"off","warning":"not kept"}"#),
            (pause, "{}"),
            (pause, #"{"until":"2027-01-31T09:30:00.000Z","stopped":3,"warning":"not kept"}"#),
            (reload, #"{"loaded":["/c/config.yaml"],"refused":[]}"#),
            (reload, #"{"loaded":[],"refused":[{"file":"/c/a.yaml","mistakes":["/c/a.yaml:1:2: no"]}]}"#),
            (worker, #"{"process":"pid 12 (python3)","routes":["w.a","w.b"],"running":1,"total":7}"#),
        ])
    func `prints again what it read`(kind: Kind, json: String) throws {
        #expect(try kind.again(Self.value(json)).json == json)
    }

    @Test(
        arguments: [
            // One path is text, several are an array; a file's route has a feature and no output fields.
            #"{"name":"n.a","feature":"n","path":"/a/{id:int}","schemes":["n"],"domains":["any"],"summary":"s","#
                + #""input":[{"name":"id","type":"int","optional":false},"#
                + #"{"name":"p","type":"low|high","optional":true,"default":"low"}],"#
                + #""output":"json","desktop":"ask","agent":"ask","description":"d","effect":"reads","notify":true,"available":true,"source":"a.yaml:1:2"}"#,
            #"{"name":"n.b","path":["/b","/c"],"schemes":["any"],"domains":[],"input":[],"#
                + #""output":[{"name":"id","type":"int","optional":false}],"#
                + #""desktop":"allow","agent":"never","available":false,"because":"off","source":"b.swift:1"}"#,
        ])
    func `prints a route again`(route: String) throws {
        let json = #"{"routes":[\#(route)],"cursor":3}"#
        #expect(try RouteListingReply(Self.value(json)).value.json == json)
    }

    @Test(
        arguments: [
            "",  // no request
            // It still runs.
            #"{"id":"01A","time":"2027-01-31T09:30:00.000Z","door":"control","url":"n:///7"}"#,
            #"{"id":"01A","client-id":"mine","time":"2027-01-31T09:30:00.000Z","door":"desktop","url":"n:///7","#
                + #""route":"n.a","outcome":"success","output":{"a":1},"#
                + #""callback":{"url":"o://d","state":"claimed"},"milliseconds":12.34}"#,
            // Its output was too long.
            #"{"id":"01A","time":"2027-01-31T09:30:00.000Z","door":"desktop","url":"n:///7","outcome":"success","#
                + #""output-size":70000,"milliseconds":7}"#,
            // The user did not allow it.
            #"{"id":"01A","time":"2027-01-31T09:30:00.000Z","door":"desktop","url":"n:///7","outcome":"cancel","#
                + #""reason":"not allowed","milliseconds":7}"#,
            // In the list of those that run.
            #"{"id":"01A","time":"2027-01-31T09:30:00.000Z","door":"desktop","url":"n:///7","route":"n.a","#
                + #""state":"asking"}"#,
            // Everything that is known of one.
            #"{"id":"01A","time":"2027-01-31T09:30:00.000Z","door":"control","url":"n:///7","route":"n.a","#
                + #""outcome":"error","error":{"code":404,"message":"m"},"milliseconds":7,"state":"concluded","#
                + #""depth":2,"peer":{"pid":12,"program":"/bin/sh","app":"firefox"},"input":{"id":7},"command":["true","7"],"#
                + #""steps":{"waiting":0.001,"running":1.05,"claiming":3,"opening":4.1}}"#,
            #"{"id":"01A","time":"2027-01-31T09:30:00.000Z","door":"control","url":"n:///7","#
                + #""state":"accepted","peer":{"pid":12}}"#,
        ])
    func `prints a line of the history again`(line: String) throws {
        let json = #"{"requests":[\#(line)],"cursor":7}"#
        #expect(try HistoryReply(Self.value(json)).value.json == json)
    }

    @Test(
        arguments: [
            // The URL cannot be read.
            #"{"url":"n","route":null,"parameters":{},"callbacks":{},"considered":[],"near-misses":[],"#
                + #""would":"error","error":{"code":400,"message":"m","detail":"d"}}"#,
            #"{"url":"n://x/a","scheme":"n","authority":"x","path":["a"],"query":[["b",null],["c","d"]],"#
                + #""route":"n.a","parameters":{"id":"7"},"input":{"id":7},"#
                + #""callbacks":{"success":{"url":"o://d","verdict":"open","reason":"no app"}},"#
                + #""considered":[{"route":"n.a","pattern":"/a","declared":"a.yaml:1:2","matches":true,"near":true,"#
                + #""reason":"it matches"}],"near-misses":["no"],"command":["a","b c"],"would":"run","#
                + #""click":{"would":"error","error":{"code":403,"message":"m"}}}"#,
            #"{"url":"n://x/a","route":"n.a","parameters":{},"callbacks":{},"considered":[],"near-misses":[],"#
                + #""opens":"n:b","would":"ask","click":{"would":"ask"},"follows":{"url":"n:b"}}"#,
            #"{"url":"n://x/a","route":"n.a","parameters":{},"callbacks":{},"considered":[],"near-misses":[],"#
                + #""would":"run","granted":true,"click":{"would":"run","granted":true}}"#,
        ])
    func `prints an explanation again`(json: String) throws {
        #expect(try ExplanationReply(Self.value(json)).value.json == json)
    }

    private static let statusHead =
        #"{"version":"0.1.0","pid":7,"since":"2027-01-31T09:30:00.000Z","routes":6,"declared":2,"#
        + #""files":[{"path":"/c/a.yaml","state":"refused","mistakes":["no"]}],"restart":["journal"],"#
        + #""requests":{"running":1,"waiting":2,"total":3,"unrecorded":4},"callbacks":{"uncertain":"#
    private static let statusEnd =
        #""features":[{"name":"n","available":true}],"#
        + #""workers":[{"process":"pid 12","routes":["w.a"],"running":0,"total":1}],"#
        + #""schemes":[{"scheme":"n","registered":false}],"isolation":"units"}"#

    @Test(
        arguments: [
            #"0},"journal":"/s/journal.db","recovered":{"run":1,"later":2},"opener":["xdg-open"],"path":"/usr/bin:/bin","prompt":"auto","#,
            // The journal cannot be read; the configuration names a command that asks.
            #"null},"journal":"memory","log":{"dropped":3},"recovered":{},"opener":["a","-b"],"prompt":["zenity","--q"],"#,
        ])
    func `prints a status again`(middle: String) throws {
        let json = Self.statusHead + middle + Self.statusEnd
        #expect(try StatusReply(Self.value(json)).value.json == json)
    }

    @Test func `ignores members that a newer daemon adds`() throws {
        let json = #"{"later":1,"name":"notes","available":true,"more":[]}"#
        #expect(try FeatureReply(Self.value(json)) == FeatureReply(name: "notes", unavailable: nil))
    }

    @Test(
        arguments: [
            (feature, "7", "the reply must be an object"),
            (feature, #"{"name":"n"}"#, "'available' is missing"),
            (feature, #"{"name":"n","available":1}"#, "'available' must be true or false"),
            (accepted, #"{"id":"01A","state":"done"}"#, "'state' must be a known word, not 'done'"),
            (reload, #"{"loaded":[7],"refused":[]}"#, "'loaded.0' must be text"),
            (reload, #"{"loaded":[],"refused":[{"file":"a"}]}"#, "'refused.0.mistakes' is missing"),
            (worker, #"{"process":"p","routes":{},"running":1,"total":1}"#, "'routes' must be an array"),
            (worker, #"{"process":"p","routes":[],"running":1.5,"total":1}"#, "'running' must be a whole number"),
            (outcome, #"{"id":"1","url":"u","outcome":"so"}"#, "'outcome' must be success, error or cancel, not 'so'"),
            (outcome, #"{"id":"1","url":"u","outcome":"error"}"#, "'error' is missing"),
            (outcome, #"{"id":"1","url":"u","outcome":"error","error":{"code":1}}"#, "'error.message' is missing"),
            (
                history,
                #"{"requests":[{"id":"1","time":"t","door":"control","url":"u","milliseconds":1.2345}],"cursor":1}"#,
                "'requests.0.milliseconds' must be a number of milliseconds"
            ),
            (
                explanation,
                #"{"url":"u","query":[["a"]],"route":null}"#, "'query.0' must be a pair of a name and a value"
            ),
            (routes, #"{"routes":[{"name":"a","path":7}]}"#, "'routes.0.path' must be text or an array"),
            (status, "{}", "'version' is missing"),
        ])
    func `names the member that cannot be read`(kind: Kind, json: String, message: String) throws {
        let value = try Self.value(json)
        #expect { try kind.again(value) } throws: { "\($0)" == message }
    }

    @Test(
        arguments: [
            (Duration.zero, "0"), (.milliseconds(12), "12"), (.microseconds(12_340), "12.34"),
            (.microseconds(5), "0.005"), (.microseconds(1_500), "1.5"),
            (.nanoseconds(1_999_999), "1.999"),  // cut off, not rounded
            (.seconds(86_400), "86400000"),
        ])
    func `a duration is a number of milliseconds`(duration: Duration, text: String) {
        #expect(Milliseconds(duration).value == .number(text))
    }
}
