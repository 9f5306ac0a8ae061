import Foundation
import UnixSystem

/// PyYAML, the library with which yamllint, pre-commit and most other tools read YAML. PyYAML implements most of
/// version 1.1.
package enum PyYAML {
    /// Debian's own Python, because another Python on PATH may lack the package.
    private static let python = "/usr/bin/python3"

    package static let absence: String? = {
        let line = "'\(python)' -c 'import yaml' 2>/dev/null"
        let isThere = (try? ChildProcess(["/bin/sh", "-c", line]))?.wait() == 0
        return isThere ? nil : "needs python3-yaml: NOT TESTED"
    }()

    /// Returns why each text cannot be read; nil for a readable text.
    package static func faults(_ texts: [String]) throws -> [String?] {
        let folder = try TemporaryFolder()
        try folder.write(Array(JSONEncoder().encode(texts)), to: "input.json")
        try folder.write(script, to: "read.py")
        let line = "'\(python)' '\(folder.path)/read.py' <'\(folder.path)/input.json' >'\(folder.path)/output.json'"
        guard try ChildProcess(["/bin/sh", "-c", line]).wait() == 0 else { throw Failure("PyYAML failed") }
        return try JSONDecoder().decode([String?].self, from: Data(folder.bytes("output.json")))
    }

    private static let script = """
        import json, sys, yaml

        def fault(text):
            try: yaml.load(text, Loader=yaml.SafeLoader)
            except Exception as error: return str(error)

        json.dump([fault(text) for text in json.load(sys.stdin)], sys.stdout)
        """
}
