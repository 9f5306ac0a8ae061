import Foundation
import TestSupport
import Testing

/// The deliberate defects of `.ci/defects`, which runs by hand.
struct DefectPatchTests {
    /// A defect that cannot be planted is found by no run, and by no reader.
    @Test(arguments: Repository.files("Tests/DispatcherSimulation/Defects", suffix: ".patch"))
    func `each defect can be planted`(patch: String) throws {
        let git = Process()
        git.executableURL = URL(filePath: "/usr/bin/env")
        git.arguments = ["git", "apply", "--check", "-p0", patch]
        git.currentDirectoryURL = URL(filePath: Repository.root)
        try git.run()
        git.waitUntilExit()
        #expect(git.terminationStatus == 0)
    }
}
