import Foundation
import Glibc
import QueryCoding
import TestSupport

/// A real Chromium with its sandbox, which an ordinary user runs and chromedriver(1) controls. It shows one page, of a
/// server on this machine, and may open some schemes without its own question.
final class Chromium: Sendable {
    /// The ways by which a page can open a URL.
    enum Way: String, CaseIterable {
        case link, location, frame, form, window
        /// By itself, as soon as it is shown.
        case load
    }

    /// Why there can be none here; nil if there can.
    static let absence: String? = {
        let missing = ["chromium", "chromedriver", "python3", "setpriv", "unshare", "xdg-open"]
            .filter { (try? find($0, ["PATH": programs])) == nil }
        guard missing.isEmpty else { return "no \(missing.joined(separator: ", "))" }
        guard geteuid() == 0 else { return "another user's browser needs root" }
        let isPossible = succeeds(
            "unshare", "--mount", "--pid", "--fork", "--mount-proc", "mount", "-t", "tmpfs", "tmpfs", policies)
        return isPossible ? nil : "no policy of Chromium can be put in place here"
    }()

    private static let policies = "/etc/chromium"
    /// Where another user finds programs.
    private static let programs = "/usr/sbin:/usr/bin:/sbin:/bin"

    /// The policy is seen in this mount namespace alone. With the first process of the other one all others end; it stays
    /// root, since a process that becomes another user no longer hears of its parent's end.
    private static let script = """
        set -eu
        mount --make-rprivate /
        mount -t tmpfs tmpfs \(policies)
        mkdir -p \(policies)/policies/managed
        printf '%s' "$0" > \(policies)/policies/managed/test.json
        "$@" &
        wait
        """

    private static let page = """
        <!DOCTYPE html>
        <title>Links &amp; traps</title>
        <a id=link>link</a> <a id=load>load</a>
        <form method=post></form>
        <button id=location onclick="location = link.href">location</button>
        <button id=frame onclick="
            document.body.append(Object.assign(document.createElement('iframe'), {src: link.href}))">frame</button>
        <button id=form onclick="document.forms[0].submit()">form</button>
        <button id=window onclick="window.open(link.href)">window</button>
        """

    private static let aim = """
        document.getElementById('link').href = arguments[0];
        document.forms[0].action = arguments[0];
        document.getElementById('load').href = 'load.html#' + encodeURIComponent(arguments[0]);
        """

    private let server: Child
    private let driver: Child
    let origin: String
    /// The port of the driver.
    private let control: Int
    private let session: String

    /// - Parameters:
    ///   - sandbox: It belongs to the user.
    ///   - schemes: What the page may open unasked.
    init(_ sandbox: Sandbox, schemes: [String]) throws {
        let web = "\(sandbox.path)/web"
        try sandbox.write(Self.page, to: "web/index.html")
        try sandbox.write("<script>location = decodeURIComponent(location.hash.slice(1))</script>", to: "web/load.html")
        try OrdinaryUser.own(sandbox)
        let python = ["python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", web]
        let port: Int
        (server, port) = try Self.start(OrdinaryUser.command(python), /port (\d+)/, "server.out", sandbox)
        let origin = "http://127.0.0.1:\(port)"
        self.origin = origin
        let policies = try schemes.map { scheme in
            let policy = try Self.policy(opening: scheme, from: origin)
            return try JSONParser.parse(Array(policy.utf8), depthLimit: 16)["AutoLaunchProtocolsFromOrigins"] ?? .null
        }
        let policy: QueryValue = ["AutoLaunchProtocolsFromOrigins": .array(policies.flatMap { $0.elements ?? [] })]
        let namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
        let control: Int
        (driver, control) = try Self.start(
            namespaces + ["sh", "-c", Self.script, policy.json] + OrdinaryUser.command(["chromedriver", "--port=0"]),
            /successfully on port (\d+)/, "driver.out", sandbox)
        self.control = control
        // No display is needed for a browser without windows.
        let options: QueryValue = [
            "args": [
                "--headless=new", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
                .string("--user-data-dir=\(sandbox.path)/profile"),
            ]
        ]
        let made = try Self.call(
            control, "/session", ["capabilities": ["alwaysMatch": ["goog:chromeOptions": options]]])
        guard let id = made["sessionId"]?.string else { throw Failure("no session: \(made.json)") }
        session = "/session/\(id)"
    }

    /// The policy of the manual's recipe, with another scheme and another origin.
    static func policy(opening scheme: String, from origin: String) throws -> String {
        let samples = try Sample.texts("text", in: "Recipes.md")
        guard let sample = samples.first(where: { $0.hasPrefix("{\"Auto") }) else { throw Failure("no policy") }
        return sample.replacing("\"desk\"", with: "\"\(scheme)\"").replacing("https://example.org", with: origin)
    }

    /// The text of a page.
    func text(of url: String) throws -> String {
        try post("/url", ["url": .string(url)])
        return try post("/execute/sync", ["script": "return document.body.innerText", "args": []]).string ?? ""
    }

    /// Shows the page, and lets it open a URL after a click.
    func open(_ url: String, by way: Way = .link) throws {
        try post("/url", ["url": .string("\(origin)/index.html")])
        try post("/execute/sync", ["script": .string(Self.aim), "args": [.string(url)]])
        try post("/element/\(element("#\(way)"))/click", [:])
    }

    /// Shows a page of the server, types into elements of it, and clicks another one.
    func use(_ page: String, typing texts: KeyValuePairs<String, String>, clicking selector: String) throws {
        try post("/url", ["url": .string("\(origin)/\(page)")])
        for (selector, text) in texts { try post("/element/\(element(selector))/value", ["text": .string(text)]) }
        try post("/element/\(element(selector))/click", [:])
    }

    /// The identifier of the first element that a selector names.
    private func element(_ selector: String) throws -> String {
        let element = try post("/element", ["using": "css selector", "value": .string(selector)])
        guard case .object(let members) = element, let id = members.first?.value.string else {
            throw Failure("no \(selector): \(element.json)")
        }
        return id
    }

    @discardableResult
    private func post(_ path: String, _ body: QueryValue) throws -> QueryValue {
        try Self.call(control, session + path, body)
    }

    /// Calls a method of WebDriver, and returns its value.
    private static func call(_ port: Int, _ path: String, _ body: QueryValue) throws -> QueryValue {
        let text = body.json
        let head = "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
        let answer = try TCPClient(port: port).exchange(head + text)
        guard let value = answer["value"], value["error"] == nil else { throw Failure("\(path): \(answer.json)") }
        return value
    }

    /// Starts a server, and waits until it has printed the port that it chose.
    static func start(
        _ command: [String], _ pattern: some RegexComponent<(Substring, Substring)>, _ output: String,
        _ sandbox: Sandbox
    ) throws -> (Child, Int) {
        let descriptor = Glibc.open("\(sandbox.path)/\(output)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        var environment = sandbox.environment
        // A portal of the machine's own session would open the URLs in that session.
        environment["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
        environment["PATH"] = programs
        environment["TMPDIR"] = "\(sandbox.path)/home"
        let child = try Child(
            find(command[0], environment), Array(command.dropFirst()), environment, output: descriptor,
            errors: descriptor)
        let port = try awaited("the port of \(command)") {
            let text = try sandbox.contents(output)
            guard child.isRunning else { throw Failure("\(command): \(text)") }
            return text.firstMatch(of: pattern).flatMap { Int($0.output.1) }
        }
        return (child, port)
    }
}

/// A connection to a server on this machine.
private final class TCPClient {
    private let descriptor: CInt

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        guard connected == 0 else { throw Failure("nothing listens on port \(port)") }
    }

    deinit { close(descriptor) }

    /// Sends a request of HTTP, and returns the JSON of the answer.
    func exchange(_ request: String) throws -> QueryValue {
        var rest = Array(request.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Failure("the server does not read") }
            rest = rest.dropFirst(count)
        }
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { throw Failure("no whole answer: \(String(decoding: answer, as: UTF8.self))") }
            answer += chunk[..<count]
            // Before its last byte has arrived, an object cannot be read.
            if let head = answer.firstRange(of: Array("\r\n\r\n".utf8)),
                let object = try? JSONParser.parse(Array(answer[head.upperBound...]), depthLimit: 64)
            {
                return object
            }
        }
    }
}
