import DispatcherCommands
import Testing
import UnixSystem

struct CommandUnitNameTests {
    @Test(arguments: CommandUnit.Step.allCases)
    func `a control group of a command's unit is recognised, and no other is`(step: CommandUnit.Step) {
        let unit = CommandUnit(request: "01JD", step: step, timeout: .seconds(1), sandbox: [])
        #expect(CommandUnit.names(ofRequest: "01JD").contains(unit.name))
        let folder = "/user.slice/user-1.slice/user@1.service/app.slice/"
        #expect(CommandUnit.holds(ControlGroup(path: folder + unit.name)))
        // A command may make groups of its own below its unit.
        #expect(CommandUnit.holds(ControlGroup(path: folder + unit.name + "/inner")))
        #expect(!CommandUnit.holds(ControlGroup(path: folder + "app-xcallback-1.service")))
        #expect(!CommandUnit.holds(ControlGroup(path: folder + "xcallbackd.service")))
    }
}
