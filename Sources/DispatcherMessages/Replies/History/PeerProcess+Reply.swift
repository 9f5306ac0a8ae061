package import QueryCoding

/// `{"pid":12,"program":"/usr/bin/python3"}`
extension PeerProcess {
    package enum Name: String, Sendable {
        case pid, program
    }

    package init(_ value: QueryValue) throws(ReplyError) {
        let members = try ReplyMembers(value, named: Name.self)
        guard let pid = Int32(exactly: try members.whole(.pid)) else {
            throw ReplyError("must be a process id", at: [Name.pid.rawValue])
        }
        self.init(pid: pid, program: try members.optionalText(.program))
    }

    package var value: QueryValue {
        .reply([(Name.pid, .integer(pid)), (Name.program, program.map { .string($0) })])
    }
}
