import DispatcherConfiguration
import Testing

struct WarningTests {
    @Test(arguments: BadFile.rows(of: "warnings.txt"))
    func `names every warning of a file with its place, and loads the file`(file: BadFile) throws {
        let configuration = try Configuration.routes(file.text)
        #expect(configuration.mistakes.isEmpty && configuration.features.count == 1)
        #expect(configuration.warnings.map(\.description) == file.mistakes)
    }
}
