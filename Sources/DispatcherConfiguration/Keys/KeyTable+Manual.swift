extension KeyTable {
    /// All tables, in the order of the manual page, with their headings.
    package static let manual: [(heading: String, table: KeyTable)] = [
        ("KEYS OF config.yaml", settings), ("KEYS OF callbacks", callbacks), ("KEYS OF apps", app),
        ("KEYS OF history", history), ("KEYS OF limits", limits), ("KEYS OF A ROUTES FILE", file),
        ("KEYS OF A ROUTE", route), ("KEYS OF AN INPUT", input), ("KEYS OF token", token), ("KEYS OF rate", rate),
        ("KEYS OF examples", example),
    ]

    /// A routes file.
    package static let sample = """
        schemes: [notes]
        desktop: ask
        routes:
          - name: create
            path: /create
            summary: Make a note
            input:
              title: line
              tags: [line]
              priority: {one-of: [low, normal, high], default: normal}
            run: [notes-add, --priority, $priority, [--tag, $tags], --, $title]
            output: json
            timeout: 10s
          - {name: search, path: /search, input: {q: line}, open: "https://example.org/?q=$q"}
        """
}
