package import QueryCoding

/// The reply to `status`: the daemon's own state.
package struct StatusReply: Sendable, Hashable {
    package enum Name: String, Sendable {
        case version, pid, since, routes, files, restart, requests, callbacks, journal, log, recovered, opener, prompt
        case features, workers, schemes
    }

    /// The `prompt` of a configuration that names no command.
    package static let automaticPrompt = "auto"

    package var version: String
    package var pid: Int
    /// When the daemon started, as ISO 8601.
    package var since: String
    /// How many routes it has.
    package var routes: Int
    package var files: [File]
    /// The keys of config.yaml whose new values wait for the daemon's next start.
    package var restart: [String]
    package var requests: Requests
    package var callbacks: Callbacks
    /// The journal's file, or where it is instead.
    package var journal: String
    /// Nil for a daemon that a program embeds, with a log of its own.
    package var log: Log?
    /// What the daemon did at its start with the requests of the previous one, as counts by name.
    package var recovered: [Count]
    package var opener: [String]
    /// The command that asks the user; nil if the daemon chooses it.
    package var prompt: [String]?
    package var features: [FeatureReply]
    package var workers: [WorkerReply]
    package var schemes: [RegisteredScheme]

    package init(
        version: String, pid: Int, since: String, routes: Int, files: [File], restart: [String], requests: Requests,
        callbacks: Callbacks, journal: String, log: Log?, recovered: [Count], opener: [String], prompt: [String]?,
        features: [FeatureReply],
        workers: [WorkerReply], schemes: [RegisteredScheme]
    ) {
        self.version = version
        self.pid = pid
        self.since = since
        self.routes = routes
        self.files = files
        self.restart = restart
        self.requests = requests
        self.callbacks = callbacks
        self.journal = journal
        self.log = log
        self.recovered = recovered
        self.opener = opener
        self.prompt = prompt
        self.features = features
        self.workers = workers
        self.schemes = schemes
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        version = try members.text(.version)
        pid = try members.whole(.pid)
        since = try members.text(.since)
        routes = try members.whole(.routes)
        files = try members.list(.files, of: File.init)
        // A daemon of an older version does not name them.
        restart = members.any(.restart) == nil ? [] : try members.texts(.restart)
        requests = try members.read(.requests, Requests.init)
        callbacks = try members.read(.callbacks, Callbacks.init)
        journal = try members.text(.journal)
        log = try members.readIfPresent(.log, Log.init)
        recovered = try members.read(.recovered, Count.all)
        opener = try members.texts(.opener)
        prompt = members.any(.prompt)?.string == Self.automaticPrompt ? nil : try members.texts(.prompt)
        features = try members.list(.features, of: FeatureReply.init)
        workers = try members.list(.workers, of: WorkerReply.init)
        schemes = try members.list(.schemes, of: RegisteredScheme.init)
    }

    package var value: QueryValue {
        .reply([
            (Name.version, .string(version)), (Name.pid, .integer(pid)), (Name.since, .string(since)),
            (Name.routes, .integer(routes)), (Name.files, .array(files.map(\.value))),
            (Name.restart, .texts(restart)),
            (Name.requests, requests.value), (Name.callbacks, callbacks.value), (Name.journal, .string(journal)),
            (Name.log, log?.value),
            (Name.recovered, .object(recovered.map(\.member))), (Name.opener, .texts(opener)),
            (Name.prompt, prompt.map { .texts($0) } ?? .string(Self.automaticPrompt)),
            (Name.features, .array(features.map(\.value))), (Name.workers, .array(workers.map(\.value))),
            (Name.schemes, .array(schemes.map(\.value))),
        ])
    }
}
