package import URLSchemeRouter

/// A route of a file, checked.
package struct RouteDefinition: Sendable {
    /// `feature.route`.
    package var name: String
    package var feature: String
    package var patterns: [RoutePattern]
    package var summary: String?
    /// What it takes, in declared order; path parameters that `input` does not name come first.
    package var input: [InputField]
    package var action: Action
    package var stdin: Stdin = .none
    package var output: Output = .none
    /// How long its command may take; nil for the limit of config.yaml.
    package var timeout: Duration?
    package var desktop: DesktopRule
    /// What its file lets through, nil where the file says nothing: the feature's list and the route's own both hold.
    package var callbacks: [CallbackLists]
    /// Whether the last line of a command's stderr is told at the desktop door too (`errors: stderr`).
    package var tellsStderr: Bool = false
    /// Exit statuses that mean that the user cancelled.
    package var cancelExits: Set<Int> = [130]
    /// Variables that its command gets besides those of config.yaml.
    package var environment: [String] = []
    /// Where its command runs; nil for the user's home.
    package var directory: String?
    /// Whether it also answers what no other route of its scopes answers.
    package var isFallback: Bool = false
    /// Whether a trailing slash must be as in the pattern.
    package var isStrict: Bool = false
    /// Whether unknown parameters are errors.
    package var strictInput: Bool = false
    package var location: SourceLocation

    package enum Action: Sendable {
        case run([Argument])
        case open(OpenTemplate)
    }

    /// What a command reads on its standard input.
    package enum Stdin: Sendable, Hashable {
        case none
        /// The whole input as one line of JSON.
        case json
        /// One parameter's text.
        case parameter(String)
    }

    /// How a command's standard output is read.
    package enum Output: String, Sendable, Hashable, CaseIterable {
        case none, json, text, lines
    }
}

/// Where something stands in a file; lines and columns count from 1, columns in bytes.
package struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    package var description: String { "\(file):\(line):\(column)" }
}
