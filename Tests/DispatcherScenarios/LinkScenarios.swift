/// The URLs that `link` writes, and the inputs that it refuses: of the method, and of the command line.
package enum LinkScenarios {
    private static let notes = """
        schemes: [notes, n]
        domains: ["*.example.org", notes.example.org]
        routes:
          - name: create
            path: /create
            input:
              title: line
              body: string?
              tags: [line]
              priority: {one-of: [low, normal, high], default: normal}
              words: {type: int, min: 1, max: 500, default: 100}
              ratio: number?
              draft: bool?
            run: ["true"]
          - {name: show, path: ["/show/{id:int}/{part?}", "/last"], input: {id: int?, page: {type: int, default: 1}}, run: ["true"]}
          - {name: version, path: "/v{major}.{minor}", run: ["true"]}
          - {name: file, path: "/file/{path**}", run: ["true"]}
          - {name: any, path: "/any/*", run: ["true"]}
          - {name: marks, path: /marks, input: {list: {type: [int], default: [1, 2]}}, run: ["true"]}
          - {name: today, path: /day/today, run: ["true"]}
          - {name: day, path: "/day/{day}", run: ["true"]}
        """

    package static let fixture = Fixture(routes: [
        "notes": notes,
        "any": "schemes: any\nroutes: [{name: look, path: /look, input: {q: line}, run: [\"true\"]}]\n",
        "web": "domains: [web.example]\nroutes: [{name: look, path: /look, run: [\"true\"]}]\n",
    ])

    /// Arguments of `xcallback link`, and the URL that it prints.
    package static let links: [([String], String)] = [
        // in declared order, whatever the order of the command line
        (["notes.create", "body=b c", "title=Hi"], "notes:///create?title=Hi&body=b%20c"),
        (["notes.create", "title="], "notes:///create?title="),
        (["notes.create", "title=a=b&c"], "notes:///create?title=a%3Db%26c"),
        (["notes.create", "title=x", "tags=a", "tags=b"], "notes:///create?title=x&tags.0=a&tags.1=b"),
        (["notes.create", "title=x", "tags=a"], "notes:///create?title=x&tags.0=a"),
        // defaults are left out, in whatever spelling
        (["notes.create", "title=x", "priority=normal", "words=0100"], "notes:///create?title=x"),
        (["notes.create", "title=x", "priority=low", "words=7"], "notes:///create?title=x&priority=low&words=7"),
        // a parameter of the path is not in the query
        (["notes.show", "id=7"], "notes:///show/7"),
        (["notes.show", "part=a/b", "page=2", "id=7"], "notes:///show/7/a%2Fb?page=2"),
        (["notes.show"], "notes:///last"),
        (["notes.version", "major=1", "minor=2"], "notes:///v1.2"),
        (["notes.file", "path=a", "path=b c"], "notes:///file/a/b%20c"),
        (["notes.marks", "list=1", "list=2"], "notes:///marks"),
        (["notes.marks", "list=3"], "notes:///marks?list.0=3"),
        (["notes.create", "title=x", "--web"], "https://notes.example.org/create?title=x"),
        (
            ["notes.create", "title=x", "--x-success", "app://done?a=1", "--x-error", "app:no", "--source", "Me"],
            "notes://x-callback-url/create?x-source=Me&x-success=app%3A%2F%2Fdone%3Fa%3D1&x-error=app%3Ano&title=x"
        ),
        (
            ["--x-cancel", "app:c", "notes.version", "major=1", "minor=2"],
            "notes://x-callback-url/v1.2?x-cancel=app%3Ac"
        ),
        (["any.look", "q=x"], "xcallback:///look?q=x"),
        (["web.look", "--web"], "https://web.example/look"),
        (["xcallback.echo", "b=1", "a=2", "b=3"], "xcallback:///echo?b.0=1&b.1=3&a=2"),
        (["xcallback.ping"], "xcallback:///ping"),
    ]

    /// Arguments of `xcallback link`, and the message of the error.
    package static let refusals: [([String], String)] = [
        (["notes.crate"], "no route 'notes.crate'; did you mean 'notes.create'?"),
        (["nothing"], "no route 'nothing'"),
        (["notes.create"], "Required parameter \"title\" not found. (one line of text)"),
        (["notes.create", "titel=x"], "unknown parameter \"titel\"; did you mean \"title\"?"),
        (["notes.create", "title=x", "what=y"], "unknown parameter \"what\""),
        (["notes.create", "title=x", "x-success=app:a"], "unknown parameter \"x-success\""),
        (
            ["notes.create", "title=a\nb"],
            "Value for parameter \"title\" has incorrect type. (title = (3 bytes): must be one line of text)"
        ),
        (
            ["notes.create", "title=a", "title=b"],
            "Value for parameter \"title\" has incorrect type. (title = [\"a\",\"b\"]: must be a single value: one line of text)"
        ),
        (
            ["notes.create", "title=x", "words=501"],
            "Value for parameter \"words\" has incorrect type. (words = 501: at most 500)"
        ),
        (
            ["notes.create", "title=x", "priority=hgih"],
            "Value for parameter \"priority\" has incorrect type. (priority = hgih: must be one of low, normal, high)"
        ),
        (
            ["notes.marks", "list=1", "list=x"],
            "Value for parameter \"list.1\" has incorrect type. (list.1 = x: must be a whole number)"
        ),
        (["notes.show", "id=x"], "Value for parameter \"id\" has incorrect type. (id = x: must be a whole number)"),
        (["notes.file"], "pattern '/file/{path**}' needs the parameter 'path', which the input does not have"),
        (["notes.any"], "pattern '/any/*' cannot be linked: '*' has no name; write '{name}'"),
        (["notes.day", "day=today"], "route 'notes.today' would answer the link to 'notes.day'"),
        (
            ["any.look", "q=x", "--web"],
            "route 'any.look' has no web link: it names no domain, or only wildcard domains"
        ),
        (["web.look"], "route 'web.look' answers only web links; ask for one with 'web'"),
        (
            ["notes.today", "--x-success", "nonsense"],
            "x-success: not a URL: it needs a scheme, as in 'notes:///create'"
        ),
        (["xcallback.ping", "a=b"], "unknown parameter \"a\""),
        (["xcallback.echo", "x-y=b"], "names that begin with 'x-' are reserved: x-y"),
    ]
}
