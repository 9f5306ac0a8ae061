import Glibc
import Testing
import UnixSystem

struct ControlGroupTests {
    @Test(arguments: [
        (
            "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-x.scope\n",
            ["user@1000.service", "app-x.scope"]
        ),
        // Both hierarchies.
        ("2:cpu:/a.service\n0::/b.service/worker\n", ["b.service", "worker"]),
        ("2:cpu:/\n1:name=systemd:/a.service\n0::/\n", ["a.service"]),
        // A colon in a name.
        ("0::/user.slice/app-a:b.scope\n", ["app-a:b.scope"]),
        ("1:name=systemd:/a:b.service\n", ["a:b.service"]),
        // A process outside every unit.
        ("0::/\n", []),
    ])
    func `units are named from the outside in`(contents: String, units: [String]) throws {
        let group = try #require(ControlGroup(contents: Array(contents.utf8)))
        #expect(group.units.map(String.init) == units)
    }

    @Test(arguments: ["", "2:cpu:/a.service\n", "0:"])
    func `malformed contents name no group`(contents: String) {
        #expect(ControlGroup(contents: Array(contents.utf8)) == nil)
    }

    @Test func `a process that does not exist has no group`() { #expect(ControlGroup(of: Int32.max) == nil) }
}
