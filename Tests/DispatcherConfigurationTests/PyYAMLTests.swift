import DispatcherConfiguration
import TestSupport
import Testing

/// What people copy can be read by PyYAML too, so that yamllint and pre-commit accept it.
@Suite(.enabled(if: PyYAML.absence == nil, "\(PyYAML.absence ?? "")"))
struct PyYAMLTests {
    @Test func `reads every file of config and every sample of the manual`() throws {
        let files = try ["config", "Sources/xcallback/Recipes", "Tests/Apps"]
            .flatMap { Repository.files($0, suffix: ".yaml") }.map { ($0, try Repository.text($0)) }
        let samples = try (["README.md"] + Repository.pages).flatMap { page in
            // The samples of other apps are texts.
            try Repository.text(page).matches(of: /```([a-z]*)\n((?s).*?)```/)
                .filter { $0.1 == "yaml" || $0.2.contains("\nroutes:") }.map { (page, String($0.2)) }
        }
        #expect(files.count >= 15 && samples.count >= 10)
        try check(files + samples)
    }

    @Test func `reads the example of each key and type`() throws {
        #expect(ExampleFile.manual.count > 50)
        try check(ExampleFile.manual.map { ($0.name, $0.file.text) } + [("the sample", KeyDefinition.sample)])
    }

    private func check(_ texts: [(name: String, text: String)]) throws {
        for (text, fault) in zip(texts, try PyYAML.faults(texts.map(\.text))) {
            #expect(fault == nil, "\(text.name):\n\(text.text)\n\(fault ?? "")")
        }
    }
}
