package import QueryCoding

extension StatusReply {
    /// How many requests there are: `{"running":1,"waiting":0,"total":7}`.
    package struct Requests: Sendable, Hashable {
        package enum Name: String, Sendable {
            case running, waiting, total
        }

        package var running: Int
        package var waiting: Int
        /// All since the daemon started.
        package var total: Int

        package init(running: Int, waiting: Int, total: Int) {
            self.running = running
            self.waiting = waiting
            self.total = total
        }

        package init(_ value: QueryValue) throws(ReplyError) {
            let members = try ReplyMembers(value, named: Name.self)
            running = try members.whole(.running)
            waiting = try members.whole(.waiting)
            total = try members.whole(.total)
        }

        package var value: QueryValue {
            .reply([
                (Name.running, .integer(running)), (Name.waiting, .integer(waiting)), (Name.total, .integer(total)),
            ])
        }
    }

    /// The callbacks whose result nobody knows: `{"uncertain":0}`.
    package struct Callbacks: Sendable, Hashable {
        package enum Name: String, Sendable {
            case uncertain
        }

        /// Nil, printed as null, if the journal cannot be read.
        package var uncertain: Int?

        package init(uncertain: Int?) { self.uncertain = uncertain }

        package init(_ value: QueryValue) throws(ReplyError) {
            let members = try ReplyMembers(value, named: Name.self)
            uncertain = members.any(.uncertain) == .null ? nil : try members.whole(.uncertain)
        }

        package var value: QueryValue { .reply([(Name.uncertain, uncertain.map { .integer($0) } ?? .null)]) }
    }

    /// The log: `{"dropped":0}`.
    package struct Log: Sendable, Hashable {
        package enum Name: String, Sendable {
            case dropped
        }

        /// The lines that were dropped, because nobody read the ones before them in time.
        package var dropped: Int

        package init(dropped: Int) { self.dropped = dropped }

        package init(_ value: QueryValue) throws(ReplyError) {
            dropped = try ReplyMembers(value, named: Name.self).whole(.dropped)
        }

        package var value: QueryValue { .reply([(Name.dropped, .integer(dropped))]) }
    }

    /// A count with its name, one member of an object: `"interrupted":2`.
    package struct Count: Sendable, Hashable {
        package var name: String
        package var count: Int

        package init(name: String, count: Int) {
            self.name = name
            self.count = count
        }

        static func all(_ value: QueryValue) throws(ReplyError) -> [Count] {
            var counts: [Count] = []
            for member in try QueryValue.replyMembers(value) {
                do throws(ReplyError) {
                    counts.append(Count(name: member.name, count: try QueryValue.replyWhole(member.value)))
                } catch {
                    throw error.within(member.name)
                }
            }
            return counts
        }

        var member: QueryValue.Member { QueryValue.Member(name, .integer(count)) }
    }
}
