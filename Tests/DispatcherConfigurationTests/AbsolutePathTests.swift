import DispatcherConfiguration
import QueryCoding
import TestSupport
import Testing

/// Absolute paths in an input of the type path, and the prefixes of another machine.
struct AbsolutePathTests {
    static let paths: [(String, String?)] = [
        ("src/A.php", "src/A.php"), ("/home/kim/app/src/A.php", "src/A.php"), ("/var/www/html/src/A.php", "src/A.php"),
        ("/var/www/html/lib/a/B.php", "vendor/b/a/B.php"),  // the longest prefix counts
        ("/var/www/htmlx/A.php", nil), ("/home/kim/app", nil), ("/home/kim/app/", nil), ("/home/kim/app/../x", nil),
        ("/home/kim/app//x", nil), ("/home/kim/./app/x", nil), ("/home/kim/apps/x", nil), ("/etc/passwd", nil),
        ("//home/kim/app/x", nil), ("/var/www/html/../../x", nil),
    ]

    @Test(arguments: paths)
    func `reads an absolute path that leads into the folder`(path: String, value: String?) throws {
        let maps = "{/var/www/html: /home/kim/app, /var/www/html/lib/: /home/kim/app/vendor/b}"
        let input = "{a: {type: path, under: /home/kim/app/, maps: \(maps)}}"
        let route = try Configuration.route("path: /x\ninput: \(input)\nrun: [x]")
        let parameters = QueryParameters([QueryParameter("a", path)])
        guard let value else {
            #expect(throws: QueryCodingError.self) { try route.decode(parameters) }
            return
        }
        #expect(try route.decode(parameters) == ["a": .string(value)])
    }

    @Test(arguments: [
        ("{/a: /srv/other}", "'/srv/other' is not in '/srv/app'"),
        ("{a: /srv/app}", "'a' is not an absolute path without empty segments, '.' or '..'"),
        ("{/a/../b: /srv/app}", "'/a/../b' is not an absolute path without empty segments, '.' or '..'"),
    ])
    func `refuses prefixes that lead elsewhere`(maps: String, message: String) throws {
        let configuration = try Configuration.routes(
            "schemes: [s]\nroutes: [{name: r, path: /a, input: {f: {type: path, under: /srv/app, maps: \(maps)}}, run: [x]}]\n"
        )
        #expect(configuration.mistakes.map(\.message) == [message])
    }
}
