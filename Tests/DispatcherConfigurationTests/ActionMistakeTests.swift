import DispatcherConfiguration
import Testing

/// The messages about mistakes in a route's action, and the words that look like mistakes but are right.
struct ActionMistakeTests {
    static let actions: [BadFile] = [
        BadFile(
            "a scheme of another app", BadFile.route("path: /a\nredirect: \"otherapp:x\""),
            "3:5: the 'redirect' leads to otherapp:, which no route answers; use 'open' for a URL of another app"
        ),
        BadFile(
            "a misspelt scheme", BadFile.route("path: /a\nredirect: \"ntoes:x\""),
            "3:5: the 'redirect' leads to ntoes:, which no route answers; did you mean 'notes'?"),
        BadFile(
            "a host of another", BadFile.route("path: /a\nredirect: https://example.org/x"),
            "3:5: the 'redirect' leads to https://example.org, which no route answers; "
                + "use 'open' for a URL of another app"),
        BadFile(
            "a redirect to what the URL chooses", BadFile.route("path: /a\ninput: {a: line}\nredirect: $a:b"),
            "5:15: 'redirect' must begin with a literal scheme, as in 'notes:///create?title=$title'"),
        BadFile(
            "a redirect to an authority that the URL chooses",
            BadFile.route("path: /a\ninput: {a: line}\nredirect: notes://$a"),
            "5:15: the host in 'redirect' must be fixed text; write '/' or '?' between the host and a value"),
        BadFile(
            "a redirect of an array", BadFile.route("path: /a\ninput: {a: [line]}\nredirect: notes:$a"),
            "5:15: '$a' is an array, and a URL takes one value at each place"),
        BadFile(
            "a redirect that every request would fail",
            BadFile.route("path: /a\nredirect: \"notes://x-callback-url:1/x\""),
            "4:15: 'redirect' is not a URL: a port is not accepted after 'x-callback-url'"),
        BadFile(
            "a redirect with a command's key", BadFile.route("path: /a\nredirect: notes:b\nconcurrency: 1"),
            "5:5: 'concurrency' goes with 'run' and 'script', not with 'redirect'"),
        BadFile(
            "a step before no command", BadFile.route("path: /a\nopen: x:y\npresent: [z]"),
            "5:5: 'present' goes with 'run' and 'script', not with 'open'"),
        BadFile(
            "a result of another app", BadFile.route("path: /a\nopen: x:y\nnotify: true"),
            "5:5: 'notify' goes with 'run' and 'script', not with 'open'"),
        BadFile(
            "a result of another route", BadFile.route("path: /a\nredirect: notes:b\nnotify: true"),
            "5:5: 'notify' goes with 'run' and 'script', not with 'redirect'"),
        BadFile(
            "a step without a program", BadFile.route("path: /a\nrun: [x]\npresent: []"),
            "5:14: 'present' must name a program"),
        BadFile(
            "a misspelt parameter of a step",
            BadFile.route("path: /a\ninput: {title: line}\nrun: [x]\npresent: [y, $titel]"),
            "6:18: unknown parameter '$titel'; did you mean 'title'?"),
        BadFile(
            "no run at all", BadFile.route("path: /a\nrun: [x]\nconcurrency: 0"),
            "5:18: 'concurrency' must be a whole number from 1 to 1000000, not '0'"),
        BadFile(
            "a star in a name", BadFile.route("path: /a\nrun: [x]\nstrip: [\"a*b\"]"),
            "5:13: an element of 'strip' must be a name that does not begin with 'x-', or the beginning of names and '*', "
                + "not 'a*b'"),
        BadFile(
            "a reserved name to strip", BadFile.route("path: /a\nrun: [x]\nstrip: [x-success]"),
            "5:13: an element of 'strip' must be a name that does not begin with 'x-', or the beginning of names and '*', "
                + "not 'x-success'"),
        BadFile(
            "an input that never arrives", BadFile.route("path: /a\ninput: {utm_id: line}\nrun: [x]\nstrip: [utm_*]"),
            "6:5: the parameter 'utm_id' is removed by 'strip'"),
        BadFile(
            "an input that the file takes out",
            "schemes: [a]\nstrip: [b]\nroutes:\n  - {name: r, path: /a, input: {b: line}, run: [x]}\n",
            "4:25: the parameter 'b' is removed by 'strip' of the file; write 'strip: []' in the route to remove nothing"
        ),
        BadFile(
            "a misspelt key of a rate", BadFile.route("path: /a\nrun: [x]\nrate: {per-secnd: 1}"),
            "5:12: unknown key 'per-secnd'; did you mean 'per-second'?"),
    ]

    static let words: [BadFile] = [
        BadFile(
            "output", BadFile.route("path: /a\nrun: [x]\noutput: jsno"),
            "5:13: 'output' must be none, json, text or lines, not 'jsno'; did you mean 'json'?"),
        BadFile(
            "a type of an output", BadFile.route("path: /a\nrun: [x]\noutput: {id: itn}"),
            "5:18: unknown type 'itn'; did you mean 'int'?"),
        BadFile(
            "a path in an output", BadFile.route("path: /a\nrun: [x]\noutput: {f: {type: path, under: /srv}}"),
            "5:14: 'f' is a member of the output, which has no 'default', 'secret', 'separator', 'schemes' or path"),
        BadFile(
            "the name of a member", BadFile.route("path: /a\nrun: [x]\noutput: {a.b: int}"),
            "5:14: 'a.b' is not the name of a member: a letter or '_', followed by letters, digits, '_' and '-'"),
        BadFile(
            "stdin", BadFile.route("path: /a\nrun: [x]\nstdin: jsn"),
            "5:12: 'stdin' must be json, none or a parameter such as $body, not 'jsn'; did you mean 'json'?"
        ),
        BadFile(
            "stdin without its dollar", BadFile.route("path: /a\ninput: {body: string}\nrun: [x]\nstdin: body"),
            "6:12: 'stdin' must be json, none or a parameter such as $body, not 'body'; did you mean '$body'?"
        ),
        BadFile(
            "errors", BadFile.route("path: /a\nrun: [x]\nerrors: sdterr"),
            "5:13: 'errors' must be stderr, not 'sdterr'; did you mean 'stderr'?"),
        BadFile(
            "desktop", BadFile.route("path: /a\nrun: [x]\ndesktop: alow"),
            "5:14: 'desktop' must be never, ask, ask-always or allow, not 'alow'; did you mean 'allow'?"),
        BadFile(
            "a flag", BadFile.route("path: /a\nrun: [x]\nstrict: ture"),
            "5:13: 'strict' must be true or false, not 'ture'; did you mean 'true'?"),
        BadFile(
            "schemes", "schemes: ayn\nroutes: []\n",
            "1:10: 'schemes' must be 'any' or a list, not 'ayn'; did you mean 'any'?"),
        BadFile(
            "callbacks", BadFile.route("path: /a\nrun: [x]\ncallbacks: {allow: ayn}"),
            "5:24: 'allow' must be 'any' or a list, not 'ayn'; did you mean 'any'?"),
    ]

    @Test(arguments: actions)
    func `names every mistake of what a route does with its place`(file: BadFile) throws {
        try file.expect()
    }

    @Test(arguments: words)
    func `says which word may have been meant`(file: BadFile) throws {
        try file.expect()
    }
}
