import DispatcherConfiguration
import TestSupport
import Testing

struct RoutesFileMistakeTests {
    static let routes: [BadFile] = [
        BadFile(
            "an optional array", BadFile.route("path: /a\ninput: {a: '[line]?'}\nrun: [x]"),
            "4:16: an array needs no '?': it is empty if a URL has no value; write [line]"),
        BadFile(
            "a choice as on the command line", BadFile.route("path: /a\ninput: {a: low|high}\nrun: [x]"),
            "4:16: unknown type 'low|high'; write {one-of: [low, high]}"),
        BadFile(
            "a misspelt type", BadFile.route("path: /a\ninput: {a: strng}\nrun: [x]"),
            "4:16: unknown type 'strng'; did you mean 'string'?"),
        BadFile(
            "a type of earlier versions", BadFile.route("path: /a\ninput: {a: truthy?}\nrun: [x]"),
            "4:16: unknown type 'truthy'; write 'string?', and let the program decide which texts are true"),
        BadFile(
            "keys of earlier versions",
            BadFile.route("path: /a\ninput: {a: {type: path, under: /srv, entry: true}}\nrun: [x]\ndurable: true"),
            "6:5: unknown key 'durable'; remove the key: the records of every request survive a kill of the daemon, and none a "
                + "power cut",
            "4:42: unknown key 'entry'; write the name as a line with a pattern, as in {type: line, pattern: '[a-z0-9-]+'}, "
                + "and its folder in the command"),
        BadFile(
            "a word of earlier versions for stdin", BadFile.route("path: /a\nrun: [x]\nstdin: parameters"),
            "5:12: 'stdin: parameters' is gone; declare the parameters, and write 'stdin: json'"),
        BadFile(
            "a type that is nothing like one", BadFile.route("path: /a\ninput: {a: wibble}\nrun: [x]"),
            "4:16: unknown type 'wibble'; the types are string, line, int, number, bool, date, uuid, url, base64, one-of, path"
        ),
        BadFile(
            "a misspelt key", BadFile.route("path: /a\nrum: [x]\nrun: [x]"),
            "4:5: unknown key 'rum'; did you mean 'run'?"),
        BadFile("a foreign key", BadFile.route("path: /a\nrun: [x]\ncolour: red"), "5:5: unknown key 'colour'"),
        BadFile(
            "nothing to do", BadFile.route("path: /a"),
            "3:5: a route needs 'run', 'script', 'open', 'redirect' or 'worker'"),
        BadFile(
            "two things to do", BadFile.route("path: /a\nrun: [x]\nopen: y:z"),
            "5:5: a route has one action, not 'run' and 'open'"),
        BadFile("no path", BadFile.route("run: [x]"), "3:5: a route needs 'path'"),
        BadFile("a bad pattern", BadFile.route("path: /a/{b\nrun: [x]"), "3:11: pattern '/a/{b': '{' without '}'"),
        BadFile(
            "a command as text", BadFile.route("path: /a\nrun: rm -rf x"),
            "4:10: 'run' must be a list, not a text; write [rm, -rf, x]"),
        BadFile("no program", BadFile.route("path: /a\nrun: []"), "4:10: 'run' must name a program"),
        BadFile(
            "a program that the URL chooses", BadFile.route("path: /a\ninput: {p: line}\nrun: [$p]"),
            "5:11: the program must be literal text, without parameters"),
        BadFile(
            "a line as the program", BadFile.route("path: /a\ninput: {p: line}\nrun: [wc -w $p]"),
            "5:11: the program must be literal text, without parameters; write each word as an argument of its own"),
        BadFile(
            "a misspelt parameter", BadFile.route("path: /a\ninput: {title: line}\nrun: [x, $titel]"),
            "5:14: unknown parameter '$titel'; did you mean 'title'?"),
        BadFile(
            "a name with a dash", BadFile.route("path: /a\ninput: {due-date: line}\nrun: [x, $due-date]"),
            "5:14: unknown parameter '$due'; write '${due-date}'"),
        BadFile(
            "a request value without braces", BadFile.route("path: /a\nrun: [x, $x-url]"),
            "4:14: unknown parameter '$x'; write '${x-url}'"),
        BadFile(
            "an unknown request value", BadFile.route("path: /a\nrun: [x, \"${x-foo}\"]"),
            "4:14: unknown '${x-foo}'; the values of the request are ${x-url}, ${x-source}, ${x-fragment} or ${x-id}"),
        BadFile(
            "a lone dollar", BadFile.route("path: /a\nrun: [x, \"5$\"]"),
            "4:14: '$' in '5$' must be followed by a name, as in $name or ${name}; write '$$' for a dollar sign"),
        BadFile(
            "a shell's substitution", BadFile.route("path: /a\nrun: [x, $(date)]"),
            "4:14: '$' in '$(date)' must be followed by a name, as in $name or ${name}; write '$$' for a dollar sign"),
        BadFile(
            "two arrays in one argument", BadFile.route("path: /a\ninput: {a: [line], b: [line]}\nrun: [x, $a$b]"),
            "5:14: an argument can be repeated for one array only, not for '$a' and '$b'"),
        BadFile(
            "a group in a group", BadFile.route("path: /a\nrun: [x, [y, [z]]]"), "4:18: a group cannot contain a group"),
        BadFile("an empty group", BadFile.route("path: /a\nrun: [x, []]"), "4:14: a group needs at least one argument"),
        BadFile(
            "an array in open", BadFile.route("path: /a\ninput: {a: [line]}\nopen: x:///$a"),
            "5:11: '$a' is an array, and a URL takes one value at each place"),
        BadFile(
            "a scheme that the URL chooses", BadFile.route("path: /a\ninput: {a: line}\nopen: $a:///b"),
            "5:11: 'open' must begin with a literal scheme, as in 'notes:///create?title=$title'"),
        BadFile(
            "an authority that the URL chooses", BadFile.route("path: /a\ninput: {a: line}\nopen: https://$a/b"),
            "5:11: the host in 'open' must be fixed text; write '/' or '?' between the host and a value"),
        BadFile(
            "an authority that the URL continues",
            BadFile.route("path: /a\ninput: {a: line}\nopen: https://example.org$a"),
            "5:11: the host in 'open' must be fixed text; write '/' or '?' between the host and a value"),
        BadFile(
            "javascript in open", BadFile.route("path: /a\nopen: \"javascript:x\""),
            "4:11: javascript: is never opened, because such a URL contains the code or the page itself"),
        BadFile(
            "no URL in open", BadFile.route("path: /a\nopen: \"x:///a b\""),
            "4:11: 'open' is not a URL: the path has a raw space; percent-encode it as %20"),
        BadFile(
            "a control character in open", BadFile.route("path: /a\nopen: \"x://a\\0b/\""),
            "4:11: 'open' is not a URL: the authority has a raw control character U+0000; percent-encode it as %00"),
        BadFile(
            "a unit property in lower case", BadFile.route("path: /a\nrun: [x]\nsandbox: {memory: 2G}"),
            "5:15: 'memory' is not a unit property such as ProtectHome or MemoryMax"),
        BadFile(
            "a unit property that the daemon sets", BadFile.route("path: /a\nrun: [x]\nsandbox: {ExecStartPre: x}"),
            "5:15: the daemon sets 'ExecStartPre' itself"),
        BadFile(
            "a unit property of two lines", BadFile.route("path: /a\nrun: [x]\nsandbox: {MemoryMax: \"1\\n2\"}"),
            "5:26: 'MemoryMax' must be one line"),
        BadFile(
            "a sandbox as text", BadFile.route("path: /a\nrun: [x]\nsandbox: strict"),
            "5:14: 'sandbox' must be a mapping of unit properties, not a text"),
        BadFile(
            "a command's key with open", BadFile.route("path: /a\nopen: x:y\nstdin: json"),
            "5:5: 'stdin' goes with 'run' and 'script', not with 'open'"),
        BadFile(
            "an upper-case name", "schemes: [n]\nroutes:\n  - {name: Create, path: /a, run: [x]}\n",
            "3:12: 'name' must be lower-case letters, digits and '-', not 'Create'"),
        BadFile("no name", "schemes: [n]\nroutes:\n  - {path: /a, run: [x]}\n", "3:5: a route needs 'name'"),
        BadFile(
            "the same name twice",
            "schemes: [n]\nroutes:\n  - {name: a, path: /a, run: [x]}\n  - {name: a, path: /b, run: [x]}\n",
            "4:5: route 'notes.a' is already declared at routes.d/notes.yaml:3:5"),
        BadFile(
            "the same route twice",
            "schemes: [n]\nroutes:\n  - {name: a, path: /a, run: [x]}\n  - {name: a, path: /a, run: [x]}\n",
            "4:5: route 'notes.a' is already declared at routes.d/notes.yaml:3:5"),
        BadFile(
            "the same name twice among other mistakes",
            "schemes: [n]\nroutes:\n  - {name: a, path: /a}\n  - {name: a, path: /b, rum: [x]}\n",
            "3:5: a route needs 'run', 'script', 'open', 'redirect' or 'worker'",
            "4:5: route 'notes.a' is already declared at routes.d/notes.yaml:3:5",
            "4:25: unknown key 'rum'; did you mean 'run'?",
            "4:5: a route needs 'run', 'script', 'open', 'redirect' or 'worker'"),
        BadFile(
            "no app", BadFile.route("path: /a\nrun: [x]\nfrom-app: []"),
            "5:5: 'from-app' needs at least one app; see 'desktop: never'"),
        BadFile(
            "an app by its file", BadFile.route("path: /a\nrun: [x]\nfrom-app: [firefox, org.kde.dolphin.desktop]"),
            "5:25: an element of 'from-app' must be the id of a desktop entry such as firefox, "
                + "not 'org.kde.dolphin.desktop'"),
        BadFile(
            "an app as text", BadFile.route("path: /a\nrun: [x]\nfrom-app: firefox"),
            "5:15: 'from-app' must be a list, not a text; write [firefox]"),
        BadFile(
            "a question of several lines", BadFile.route("path: /a\nrun: [x]\nconfirm: \"a\\nb\""),
            "5:14: 'confirm' must be one line of 1 to 200 bytes"),
        BadFile(
            "a question about a redirect", BadFile.route("path: /a\nredirect: \"notes:///b\"\nconfirm: x"),
            "5:5: 'confirm' goes with 'run', 'script', 'open' and 'worker', not with 'redirect'; "
                + "set it in the route that the redirect leads to"),
        BadFile(
            "a pattern that means nothing",
            BadFile.route("path: /a\ninput: {a: {type: line, pattern: \"[a-z]+(?=x)\"}}\nrun: [x]"),
            "4:38: in /[a-z]+(?=x)/: look-ahead is not supported, at character 7"),
        BadFile(
            "an empty pattern", BadFile.route("path: /a\ninput: {a: {type: line, pattern: \"\"}}\nrun: [x]"),
            "4:38: 'pattern' is empty"),
        BadFile(
            "a pattern for a number", BadFile.route("path: /a\ninput: {a: {type: int, pattern: x}}\nrun: [x]"),
            "4:28: 'pattern' goes with the types string and line"),
        BadFile(
            "a default that does not match",
            BadFile.route("path: /a\ninput: {a: {type: line, pattern: \"[a-z]\", default: xy}}\nrun: [x]"),
            "4:56: the default 'xy' is not one line that matches /[a-z]/"),
        BadFile(
            "a default of which one item does not match",
            BadFile.route("path: /a\ninput: {a: {type: [string], pattern: \"[a-z]\", default: [x, xy]}}\nrun: [x]"),
            "4:64: the default 'xy' is not a text that matches /[a-z]/"),
        BadFile(
            "a bad regular expression in a path", BadFile.route("path: \"/a/{k:/[z-a]/}\"\nrun: [x]"),
            "3:11: pattern '/a/{k:/[z-a]/}': in /[z-a]/: the range 'z-a' ends before it begins, at character 2"),
        BadFile(
            "a reserved name", BadFile.route("path: /a\ninput: {x-success: line}\nrun: [x]"),
            "4:13: 'x-success' is not a parameter name: a name is a letter or '_', followed by letters, digits, "
                + "'_', '-' and '.', and does not begin with 'x-'"),
        BadFile(
            "schemes of a line",
            "schemes: [a]\nroutes:\n  - {name: a, path: /a, run: [x], input: {b: {type: line, schemes: [https]}}}\n",
            "3:59: 'schemes' goes with the type url"),
        BadFile(
            "a path without a folder", BadFile.route("path: /a\ninput: {f: path}\nrun: [x]"),
            "4:16: 'path' needs its folder, as in {type: path, under: DIR}"),
        BadFile(
            "one-of with another type",
            BadFile.route("path: /a\ninput: {f: {type: string, one-of: [a, b c]}}\nrun: [x]"),
            "4:17: 'one-of' already sets the type; write {one-of: [a, \"b c\"]}"),
        BadFile(
            "one-of with an optional type", BadFile.route("path: /a\ninput: {f: {one-of: [a], type: line?}}\nrun: [x]"),
            "4:30: 'one-of' already sets the type; write {type: one-of?, one-of: [a]}"),
        BadFile(
            "one-of with an array", BadFile.route("path: /a\ninput: {f: {type: [line], one-of: [a]}}\nrun: [x]"),
            "4:17: 'one-of' already sets the type; write [{one-of: [a]}]"),
        BadFile(
            "one-of without values", BadFile.route("path: /a\ninput: {f: one-of}\nrun: [x]"),
            "4:16: 'one-of' needs its values, as in {one-of: [low, high]}"),
        BadFile(
            "a default of another type",
            BadFile.route("path: /a\ninput: {n: {type: int, min: 1, max: 5, default: 9}}\nrun: [x]"),
            "4:53: the default '9' is not a whole number from 1 to 5"),
        BadFile(
            "bounds of a text", BadFile.route("path: /a\ninput: {n: {type: line, max: 5}}\nrun: [x]"),
            "4:29: 'max' goes with the types int and number"),
        BadFile(
            "bounds that leave nothing", BadFile.route("path: /a\ninput: {n: {type: int, min: 5, max: 1}}\nrun: [x]"),
            "4:36: 'max' is less than 'min'"),
        BadFile(
            "a scalar for the rest of the path", BadFile.route("path: \"/a/{p**}\"\ninput: {p: line}\nrun: [x]"),
            "4:5: 'p' matches the rest of the path, so its type must be an array, as in [line]"),
        BadFile(
            "a duration without a unit", BadFile.route("path: /a\nrun: [x]\ntimeout: 10"),
            "5:14: 'timeout' must be a duration such as 500ms, 30s, 5m, 2h or 1d, not '10'"),
        BadFile(
            "a word that is none", BadFile.route("path: /a\nrun: [x]\noutput: xml"),
            "5:13: 'output' must be none, json, text or lines, not 'xml'"),
        BadFile("a key without a value", BadFile.route("path: /a\nrun: [x]\nsummary:"), "5:13: 'summary' has no value"),
        BadFile(
            "a dangerous variable", BadFile.route("path: /a\nrun: [x]\nenvironment: [LD_PRELOAD]"),
            "5:19: an element of 'environment' must be the name of a variable other than BROWSER, LD_* and XCALLBACK_*, "
                + "not 'LD_PRELOAD'"),
        BadFile(
            "a home in shell's words", BadFile.route("path: /a\nrun: [x]\ndirectory: ~/notes"),
            "5:16: '~' is not expanded; write the whole path"),
        BadFile(
            "stdin of an array", BadFile.route("path: /a\ninput: {a: [line]}\nrun: [x]\nstdin: $a"),
            "6:12: '$a' is an array; use 'stdin: json' to pass all of its values"),
    ]

    @Test(arguments: routes)
    func `names every mistake of a route with its place`(file: BadFile) throws {
        try file.expect()
    }

    static let files: [BadFile] = [
        BadFile("nowhere to answer", "routes: []\n", "1:1: a routes file needs 'schemes' or 'domains'"),
        BadFile("no routes", "schemes: [a]\n", "1:1: a routes file needs 'routes'"),
        BadFile("a list", "- a\n", "1:1: a routes file must be a mapping, not a list"),
        BadFile(
            "a web scheme", "schemes: [https]\nroutes: []\n",
            "1:11: web links are matched by domain; list the domain in 'domains'"),
        BadFile(
            "our own scheme", "schemes: [XCallback]\nroutes: []\n", "1:11: the scheme 'xcallback' is the daemon's own"),
        BadFile(
            "a scheme of the file manager", "schemes: [a, File]\nroutes: []\n",
            "1:14: 'file' belongs to the desktop or to browsers, so no route can serve it; choose another name"),
        BadFile(
            "a scheme of browsers", "schemes: [chrome-extension]\nroutes: []\n",
            "1:11: 'chrome-extension' belongs to the desktop or to browsers, so no route can serve it; choose another name"
        ),
        BadFile(
            "no scheme", "schemes: [7up]\nroutes: []\n",
            "1:11: '7up' is not a scheme: a scheme is a letter, followed by letters, digits, '+', '-' and '.'"),
        BadFile(
            "a URL for a domain", "domains: [\"https://a.b\"]\nroutes: []\n",
            "1:11: an element of 'domains' must be a domain such as example.org or *.example.org, not 'https://a.b'"),
        BadFile(
            "an upper-case feature", "feature: Notes\nschemes: [a]\nroutes: []\n",
            "1:10: 'feature' must be lower-case letters, digits and '-', not 'Notes'"),
        BadFile(
            "no day", "schemes: [a]\nuntil: tomorrow\nroutes: []\n",
            "2:8: 'until' must be a day such as 2027-01-31, not 'tomorrow'"),
        BadFile(
            "a number for a flag", "schemes: [a]\nenabled: maybe\nroutes: []\n",
            "2:10: 'enabled' must be true or false, not 'maybe'"),
        BadFile(
            "an anchor", "schemes: &s [a]\nroutes: []\n",
            "1:10: anchors and aliases are not accepted; repeat the value"),
        BadFile(
            "a tag", "schemes: !!seq [a]\nroutes: []\n",
            "1:10: tags are not accepted; the key determines the type of its value"),
        BadFile(
            "a doubled key", "schemes: [a]\nschemes: [b]\nroutes: []\n", "1:1: duplicate key 'schemes'"),
        BadFile(
            "a token by a reserved name",
            "schemes: [a]\ntoken: {file: t, parameter: x-success}\nroutes: [{name: a, path: /a, run: [x]}]\n",
            "2:29: 'parameter' must be x-token or a name such as auth-token, not 'x-success'"),
        BadFile(
            "a token that is an input",
            "schemes: [a]\nroutes: [{name: a, path: '/a/{b}', token: {file: t, parameter: b}, run: [x]}]\n",
            "2:36: 'b' carries the token, so it cannot be an input"),
        BadFile("two documents", "schemes: [a]\n---\nroutes: []\n", "2:1: YAML syntax: but found another document"),
        BadFile(
            "a tab", "schemes: [a]\n\troutes: []\n",
            "2:1: YAML syntax: this is a tab; YAML indents with spaces"),
        BadFile(
            "a control character", "schemes: [a]\nsummary: a\u{1}b\nroutes: []\n",
            "2:11: control characters are not allowed"),
        BadFile(
            "columns count characters", "schemes: [a]\nroutes: [{name: a, path: /é, sumary: b, run: [x]}]\n",
            "2:30: unknown key 'sumary'; did you mean 'summary'?"),
        BadFile(
            "a key of earlier versions", "schemes: [a]\nactions: true\nroutes: [{name: a, path: /a, run: [x]}]\n",
            "2:1: unknown key 'actions'; remove the key: 'xcallback pick' is a menu of all routes"),
        BadFile(
            "several at once",
            "schemes: [a]\nfoo: 1\nroutes:\n  - {name: a, path: /a, run: [x, $y]}\n  - {name: b, run: [x]}\n",
            "2:1: unknown key 'foo'", "4:34: unknown parameter '$y'; declare it in 'input'", "5:5: a route needs 'path'"
        ),
        BadFile(
            "two routes that tie",
            "schemes: [a]\nroutes:\n  - {name: a, path: \"/:x\", run: [x]}\n  - {name: b, path: \"/{y}\", run: [x]}\n",
            "4:5: route 'notes.b' (/{y}) ties with 'notes.a' (/:x, routes.d/notes.yaml:3:5) in a:; give one of them another path"
        ),
    ]

    @Test(arguments: files)
    func `names every mistake of a file with its place`(file: BadFile) throws {
        try file.expect()
    }

    @Test func `finds the byte that is not UTF-8`() throws {
        let folder = try TemporaryFolder(configuration: [:])
        try folder.write(Array("schemes: [a]\nsummary: a".utf8) + [0xFF], to: "routes.d/notes.yaml")
        #expect(folder.load().mistakes.map(\.description) == ["routes.d/notes.yaml:2:11: the file is not valid UTF-8"])
    }

    @Test func `refuses a file past one mebibyte`() throws {
        let text = "schemes: [a]\nroutes: []\n#" + String(repeating: "x", count: 1 << 20)
        #expect(
            try Configuration.routes(text).mistakes.map(\.description) == [
                "routes.d/notes.yaml:1:1: the file is larger than 1 MiB"
            ])
    }
}
