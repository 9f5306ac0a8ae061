extension KeyTable {
    /// All tables in the order of the manual page, with their headings.
    package static var manual: [(heading: String, table: KeyTable)] {
        [
            Settings.keys.description, CallbackLists.keys.description, Settings.App.keys.description,
            Settings.History.keys.description, Settings.Limits.keys.description, FeatureKeys.table.description,
            RouteKeys.table.description, InputKeys.table.description, RoutePolicy.Token.keys.description,
            RateDraft.table.description, ExampleKeys.table.description,
        ].map { ("KEYS OF \($0.name)", $0) }
    }

    /// A sample of a routes file.
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
