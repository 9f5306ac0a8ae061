import Foundation

/// The compiler, for sources that use the built modules.
package enum SwiftCompiler {
    /// The folder of this program, in which the build leaves the modules.
    package static func builtFolder() throws -> String {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: program).deletingLastPathComponent().path
    }

    /// The messages about a source, by the diagnostics of a whole compilation; empty for a source without a mistake.
    /// Warnings are errors.
    package static func messages(_ source: String, _ options: [String]) throws -> String {
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments =
            ["swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-module-name", "App"]
            + ["-I", "\(try builtFolder())/Modules", "-warnings-as-errors"] + (try moduleMaps()) + options + [source]
        let output = Pipe()
        compiler.standardError = output
        try compiler.run()
        let data = try output.fileHandleForReading.readToEnd()
        compiler.waitUntilExit()
        let text = String(decoding: data ?? Data(), as: UTF8.self)
        return compiler.terminationStatus == 0 ? text : "\(text)swiftc failed"
    }

    /// The arguments that name the C modules that the Swift modules import.
    private static func moduleMaps() throws -> [String] {
        let built = try builtFolder()
        let targets = try FileManager.default.contentsOfDirectory(atPath: built).filter {
            $0.hasSuffix(".build") && !$0.hasSuffix("-tool.build")
        }
        let generated = targets.map { "\(built)/\($0)/module.modulemap" }.filter(FileManager.default.fileExists)
        let checkouts = "\(Repository.root)/.build/checkouts"
        let packages = (try? FileManager.default.contentsOfDirectory(atPath: checkouts)) ?? []
        let written = (["Sources"] + packages.map { ".build/checkouts/\($0)/Sources" }).flatMap {
            Repository.files($0, suffix: "module.modulemap").map { "\(Repository.root)/\($0)" }
        }
        return (generated + written).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    }
}
