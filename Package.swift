// swift-tools-version: 6.2

import PackageDescription

/// The sanitizers of a build for `.ci/fuzz`, which sets the variable; nil in every other build.
let sanitizers = Context.environment["XCALLBACK_FUZZ"]
/// Instruments only our own modules: the fuzzer reads the counters of all instrumented code after each input.
let instrumented = sanitizers.map { ["-sanitize=\($0)", "-enable-testing"] } ?? []
/// Whether `.ci/simulate` builds the simulator as an optimised program. In every other build, the simulator is tests.
let simulates = Context.environment["XCALLBACK_SIMULATE"] != nil
/// Whether the programs load the toolchain's Swift libraries, for the thread sanitizer: a program that contains these
/// libraries cannot be linked with it, or passes memory by it, which then ends the program.
let loadsSwift = Context.environment["XCALLBACK_LOADS_SWIFT"] != nil

/// The settings of every module: warnings are errors, and nothing is imported through another module.
let strict: [SwiftSetting] =
    [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (instrumented.isEmpty ? [] : [.unsafeFlags(instrumented)])
    + (simulates ? [.unsafeFlags(["-enable-testing"])] : [])

/// The dependencies of the fuzzer, which is a program of libFuzzer or tests that try a few inputs.
let fuzzDependencies: [Target.Dependency] = [
    "DispatcherConfiguration", "DispatcherJournal", "DispatcherMessages", "DispatcherRequests", "DispatcherService",
    "QueryCoding", "RequestRecord", "URLSchemeRouter", "UnixSystem", "XCallbackURL",
    external("NIOCore", from: "swift-nio"),
]
/// The system's linker gold fails at the addresses of this program. The linker removes libFuzzer's main function in
/// debug builds too, because the program has its own.
let fuzzLinking = instrumented + ["-use-ld=lld", "-Xlinker", "--gc-sections"]
let fuzzing: Target =
    instrumented.isEmpty
    ? .testTarget(
        name: "FuzzTests", dependencies: fuzzDependencies + ["TestSupport"], path: "Tests/Fuzz",
        exclude: ["Fuzzer.swift"], swiftSettings: strict)
    : .executableTarget(
        name: "Fuzzer", dependencies: fuzzDependencies, path: "Tests/Fuzz", exclude: ["FuzzTargetTests.swift"],
        swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])], linkerSettings: [.unsafeFlags(fuzzLinking)])

let simulationDependencies: [Target.Dependency] = [
    "DesktopEntries", "DispatcherCommands", "DispatcherConfiguration", "DispatcherJournal", "DispatcherMessages",
    "DispatcherRequests", "DispatcherService", "QueryCoding", "RequestRecord", "TestSupport", "URLSchemeRouter",
    "UnixSystem", "XCallbackURL", external("Logging", from: "swift-log"),
]
let simulation: Target =
    simulates
    ? .executableTarget(
        name: "Simulate", dependencies: simulationDependencies, path: "Tests/DispatcherSimulation",
        exclude: ["SimulationTests.swift", "Defects"], swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
    : .testTarget(
        name: "DispatcherSimulation", dependencies: simulationDependencies, exclude: ["Simulate.swift", "Defects"],
        swiftSettings: strict)

/// Returns a product of another package. All these products depend on the trait, so that a program that uses only the
/// router fetches nothing else.
func external(_ name: String, from package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Dispatcher"]))
}

/// Returns settings that link the Swift libraries into a program, which then runs without a toolchain and starts
/// faster: the tests of a debug build start thousands. The settings apply to Linux. In release builds the linker also
/// removes the symbols.
///
/// The modules are compiled for the shared libraries, so the objects name fewer libraries than a static link needs. The
/// names of the others follow from the mode. The program loads no code that needs its symbols, so it exports no
/// symbols: the loader and the runtime would search them.
func embeddingSwift(_ mode: String, _ libraries: [String]) -> [LinkerSetting] {
    guard !loadsSwift else { return [] }
    let flags = [mode, "-Xlinker", "--no-export-dynamic"] + libraries.map { "-l" + $0 }
    return [
        .unsafeFlags(flags, .when(platforms: [.linux])),
        .unsafeFlags(["-Xlinker", "-s"], .when(platforms: [.linux], configuration: .release)),
    ]
}
let essentialLibraries = ["_FoundationCollections", "_FoundationCShims", "swiftSynchronization"]

let package = Package(
    name: "xcallbackd",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "QueryCoding", targets: ["QueryCoding"]),
        .library(name: "XCallbackURL", targets: ["XCallbackURL"]),
        .library(name: "URLSchemeRouter", targets: ["URLSchemeRouter"]),
        .library(name: "DispatcherService", targets: ["DispatcherService"]),
        .executable(name: "xcallbackd", targets: ["xcallbackd"]),
        .executable(name: "xcallback", targets: ["xcallback"]),
    ],
    traits: [
        .trait(name: "Dispatcher", description: "The daemon, its command line and their libraries"),
        .default(enabledTraits: ["Dispatcher"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Line 0. SQLite and YAML are libraries of the system. Yams and GRDB would put all of Foundation and its copy
        // of ICU into the daemon, which would add a third to its start time.
        .systemLibrary(name: "SystemSQLite"),
        .systemLibrary(name: "SystemYAML"),
        .target(name: "QueryCoding", swiftSettings: strict),
        .target(name: "CLinux"),
        .target(name: "UnixSystem", dependencies: ["CLinux"], swiftSettings: strict),
        // Line 1
        .target(name: "XCallbackURL", dependencies: ["QueryCoding"], swiftSettings: strict),
        // Line 2
        .target(name: "URLSchemeRouter", dependencies: ["QueryCoding", "XCallbackURL"], swiftSettings: strict),
        // Line 3
        .target(
            name: "RequestRecord", dependencies: ["QueryCoding", "UnixSystem", "XCallbackURL"], swiftSettings: strict),
        .target(
            name: "DispatcherMessages", dependencies: ["QueryCoding", "RequestRecord", "UnixSystem", "XCallbackURL"],
            swiftSettings: strict),
        .target(
            name: "DispatcherConfiguration",
            dependencies: [
                "QueryCoding", "SystemYAML", "UnixSystem", "XCallbackURL", "URLSchemeRouter",
            ],
            resources: [.embedInCode("CodeCheck/commands.txt")], swiftSettings: strict),
        .target(name: "DesktopEntries", dependencies: ["CLinux", "UnixSystem", "XCallbackURL"], swiftSettings: strict),
        // Line 4
        .target(
            name: "ProgramHelp", dependencies: ["DispatcherMessages", "RequestRecord", "QueryCoding", "XCallbackURL"],
            resources: ["bash", "zsh", "fish"].map { .embedInCode("completion.\($0)") }, swiftSettings: strict),
        .target(
            name: "DispatcherJournal",
            dependencies: [
                "DispatcherMessages", "RequestRecord", "QueryCoding", "SystemSQLite", "UnixSystem", "XCallbackURL",
            ],
            swiftSettings: strict),
        .target(
            name: "DispatcherClient",
            dependencies: ["DispatcherMessages", "RequestRecord", "QueryCoding", "UnixSystem", "XCallbackURL"],
            swiftSettings: strict),
        .target(
            name: "DispatcherRequests",
            dependencies: [
                "UnixSystem", "QueryCoding", "XCallbackURL", "URLSchemeRouter", "DispatcherMessages", "RequestRecord",
                "DispatcherConfiguration", "DesktopEntries",
            ],
            swiftSettings: strict),
        .target(
            name: "DispatcherCommands",
            dependencies: [
                "CLinux", "UnixSystem", "QueryCoding", "XCallbackURL", "URLSchemeRouter", "DispatcherMessages",
                "RequestRecord",
                "DispatcherConfiguration", "DesktopEntries",
                external("Logging", from: "swift-log"),
            ],
            swiftSettings: strict),
        // Line 5
        .target(
            name: "DispatcherService",
            dependencies: [
                "UnixSystem", "QueryCoding", "XCallbackURL", "URLSchemeRouter",
                "DispatcherMessages", "RequestRecord", "DispatcherConfiguration", "DispatcherJournal",
                "DispatcherRequests",
                "DispatcherCommands", "DesktopEntries",
                external("Logging", from: "swift-log"),
                external("NIOCore", from: "swift-nio"),
                external("NIOPosix", from: "swift-nio"),
                external("ServiceLifecycle", from: "swift-service-lifecycle"),
                external("UnixSignals", from: "swift-service-lifecycle"),
            ],
            swiftSettings: strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
        // Line 6
        .executableTarget(
            name: "xcallbackd",
            dependencies: [
                "CLinux", "DesktopEntries", "DispatcherCommands", "DispatcherConfiguration", "DispatcherMessages",
                "RequestRecord",
                "DispatcherService", "ProgramHelp", "QueryCoding", "UnixSystem", "XCallbackURL",
                external("ArgumentParser", from: "swift-argument-parser"),
                external("Logging", from: "swift-log"),
            ],
            swiftSettings: strict, linkerSettings: embeddingSwift("-static-stdlib", essentialLibraries)),
        .executableTarget(
            name: "xcallback",
            dependencies: [
                "DesktopEntries", "DispatcherClient", "DispatcherMessages", "RequestRecord", "ProgramHelp",
                "QueryCoding",
                "URLSchemeRouter", "UnixSystem", "XCallbackURL",
                external("ArgumentParser", from: "swift-argument-parser"),
            ],
            resources: [.embedInCode("Page/page.css"), .embedInCode("Page/page.js"), .embedInCode("Recipes")],
            swiftSettings: strict,
            linkerSettings: embeddingSwift("-static-executable", essentialLibraries)),
        // Tests
        .target(
            name: "TestSupport", dependencies: ["UnixSystem"], path: "Tests/TestSupport", resources: [.copy("Cases")],
            swiftSettings: strict),
        // The tables and bodies that the in-process tests and the acceptance tests share.
        .target(
            name: "DispatcherScenarios",
            dependencies: ["TestSupport", "DispatcherMessages", "RequestRecord", "QueryCoding"],
            path: "Tests/DispatcherScenarios", resources: [.copy("Cases")], swiftSettings: strict),
        .testTarget(
            name: "LibraryTests", dependencies: ["TestSupport", "QueryCoding", "XCallbackURL", "URLSchemeRouter"],
            resources: [.copy("Cases")], swiftSettings: strict),
        .testTarget(
            name: "DispatcherConfigurationTests",
            dependencies: [
                "TestSupport", "DispatcherConfiguration", "QueryCoding", "URLSchemeRouter", "UnixSystem",
                "XCallbackURL",
            ],
            resources: [.copy("Cases")], swiftSettings: strict),
        .testTarget(name: "UnixSystemTests", dependencies: ["TestSupport", "UnixSystem"], swiftSettings: strict),
        .testTarget(
            name: "DispatcherMessagesTests",
            dependencies: ["TestSupport", "DispatcherMessages", "RequestRecord", "QueryCoding", "XCallbackURL"],
            swiftSettings: strict),
        .testTarget(
            name: "DispatcherJournalTests",
            dependencies: [
                "TestSupport", "DispatcherJournal", "DispatcherMessages", "RequestRecord", "DispatcherRequests",
                "QueryCoding",
                "SystemSQLite",
                "UnixSystem", "XCallbackURL",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RepositoryTests", dependencies: ["TestSupport"], exclude: ["PublicSymbols"], swiftSettings: strict),
        // Written like a program of Swift 5. The router keeps the call sites of its ancestor for such programs.
        .testTarget(
            name: "CompatibilityTests", dependencies: ["URLSchemeRouter"],
            swiftSettings: [.treatAllWarnings(as: .error), .swiftLanguageMode(.v5)]),
        // These tests run the programs but do not depend on them: a dependency would pass on the programs' linker
        // settings, and the tests could not be linked. Every build also builds the programs.
        .testTarget(
            name: "AcceptanceTests",
            dependencies: [
                "TestSupport", "DispatcherScenarios", "DispatcherClient", "DispatcherMessages", "RequestRecord",
                "ProgramHelp",
                "QueryCoding", "UnixSystem", "XCallbackURL",
            ],
            exclude: ["CommandLine/Cases"], swiftSettings: strict),
        .testTarget(
            name: "DispatcherRequestsTests",
            dependencies: [
                "TestSupport", "DesktopEntries", "DispatcherRequests", "DispatcherConfiguration", "DispatcherMessages",
                "RequestRecord",
                "QueryCoding",
                "UnixSystem", "URLSchemeRouter", "XCallbackURL",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DispatcherCommandsTests",
            dependencies: [
                "DispatcherCommands", "DispatcherMessages", "RequestRecord", "TestSupport", "UnixSystem",
                external("Logging", from: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DispatcherServiceTests",
            dependencies: [
                "TestSupport", "DispatcherClient", "DispatcherService", "DispatcherConfiguration", "DispatcherJournal",
                "DispatcherMessages", "RequestRecord", "DispatcherRequests", "QueryCoding", "URLSchemeRouter",
                "UnixSystem",
                "XCallbackURL",
                external("Logging", from: "swift-log"),
                external("ServiceLifecycle", from: "swift-service-lifecycle"),
                external("UnixSignals", from: "swift-service-lifecycle"),
                external("NIOCore", from: "swift-nio"),
            ],
            // A program of its own, which a test compiles as its author would.
            exclude: ["Articles/Memod.swift"], swiftSettings: strict),
        .testTarget(
            name: "DispatcherInProcessTests",
            dependencies: [
                "TestSupport", "DesktopEntries", "DispatcherScenarios", "DispatcherService", "DispatcherCommands",
                "DispatcherConfiguration", "DispatcherJournal", "DispatcherMessages", "RequestRecord",
                "DispatcherRequests",
                "QueryCoding", "URLSchemeRouter", "UnixSystem", "XCallbackURL",
                external("Logging", from: "swift-log"),
                external("NIOCore", from: "swift-nio"),
                external("NIOEmbedded", from: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DesktopEntriesTests", dependencies: ["TestSupport", "DesktopEntries", "UnixSystem", "XCallbackURL"],
            swiftSettings: strict),
        simulation,
        fuzzing,
    ],
    swiftLanguageModes: [.v6]
)
