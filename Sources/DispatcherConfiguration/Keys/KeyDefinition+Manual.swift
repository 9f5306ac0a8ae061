extension KeyDefinition {
    /// The keys of all tables in the order of the manual page, with the headings of the tables.
    package static var manual: [(heading: String, keys: [KeyDefinition])] {
        func keys<Model>(of table: Table<Model>) -> (heading: String, keys: [KeyDefinition]) {
            ("KEYS OF \(table.name)", table.definitions)
        }
        return [
            keys(of: Settings.keys), keys(of: CallbackLists.keys), keys(of: Settings.App.keys),
            keys(of: Settings.History.keys), keys(of: Settings.Limits.keys), keys(of: FeatureKeys.table),
            keys(of: RouteKeys.table), keys(of: InputKeys.table), keys(of: RoutePolicy.Token.keys),
            keys(of: RateDraft.table), keys(of: ExampleKeys.table),
        ]
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
