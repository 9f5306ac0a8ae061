"""Builds what is measured and what it is measured against, in `.build/benchmarks`."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
FOLDER = f"{ROOT}/.build/benchmarks"
SOURCES = f"{ROOT}/Tests/Benchmarks"

TOOLS = ["client", "dbus", "echo", "line", "load", "spawn", "start"]

HUMMINGBIRD = "2.28.1"
# The files of its router, which need nothing of its server but what they say that they import.
HUMMINGBIRD_FILES = [
    "Hummingbird/Router/Trie/RouterTrie.swift", "Hummingbird/Router/Trie/Trie+resolve.swift",
    "Hummingbird/Router/Trie/Trie+serialize.swift", "Hummingbird/Router/TrieRouter.swift",
    "Hummingbird/Router/RouterPath.swift", "Hummingbird/Router/Parameters.swift", "Hummingbird/Utils/SplitStringSequences.swift",
    "HummingbirdCore/Utils/FlatDictionary.swift"]
# What they name of the server.
REST = """struct HTTPError: Error {
    enum Status { case badRequest }
    init(_ status: Status, message: String) {}
}

public struct RouterOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var caseInsensitive: Self { .init(rawValue: 1) }
}
"""

# The library's modules are targets of this package, so that their `package` declarations can be measured.
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
let package = Package(
    name: "benchmarks",
    dependencies: [DEPENDENCIES],
    targets: [
        .target(name: "QueryCoding", swiftSettings: settings),
        .target(name: "XCallbackURL", dependencies: ["QueryCoding"], swiftSettings: settings),
        .target(name: "URLSchemeRouter", dependencies: ["QueryCoding", "XCallbackURL"], swiftSettings: settings),
        .target(name: "HummingbirdRouter"),
        .executableTarget(
            name: "Library", dependencies: ["QueryCoding", "XCallbackURL", "URLSchemeRouter", "HummingbirdRouter", PRODUCTS],
            swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
    ],
    swiftLanguageModes: [.v6]
)
"""
# The original, if a checkout is given: its module has the name of ours.
ORIGINAL = """.product(name: "URLSchemeRouter", package: "URLSchemeRouter",
                     moduleAliases: ["URLSchemeRouter": "OriginalRouter"])"""


def run(*arguments, **options):
    if subprocess.run(arguments, **options).returncode != 0:
        raise SystemExit(f"failed: {' '.join(arguments)}")


def commit():
    """The commit whose files are measured."""
    return subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()


def programs():
    """Builds the release programs, and returns their folder."""
    for product in ("xcallbackd", "xcallback"):
        run("swift", "build", "--configuration", "release", "--product", product, "--quiet", cwd=ROOT)
    return f"{ROOT}/.build/release"


def tool(name):
    """Compiles a peer in C if it has changed, and returns its path."""
    os.makedirs(FOLDER, exist_ok=True)
    source, path = f"{SOURCES}/Peers/{name}.c", f"{FOLDER}/{name}"
    newest = max(os.path.getmtime(f"{SOURCES}/Peers/{file}") for file in os.listdir(f"{SOURCES}/Peers"))
    if os.path.exists(path) and os.path.getmtime(path) > newest:
        return path
    flags, libraries = [], []
    if name == "dbus":
        for kind, words in (("--cflags", flags), ("--libs", libraries)):
            words += subprocess.run(
                ["pkg-config", kind, "dbus-1"], check=True, capture_output=True, text=True).stdout.split()
    run("cc", "-O2", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", *flags, "-o", path, source, *libraries)
    return path


def library(original):
    """Builds the program of the library's rows, with a checkout of finnvoor/URLSchemeRouter or None; returns its path."""
    package = f"{FOLDER}/library" + ("-original" if original else "")
    os.makedirs(f"{package}/Sources", exist_ok=True)
    links = {name: f"{ROOT}/Sources/{name}" for name in ("QueryCoding", "XCallbackURL", "URLSchemeRouter")}
    for name, target in (links | {"Library": f"{SOURCES}/Library"}).items():
        if not os.path.islink(f"{package}/Sources/{name}"):
            os.symlink(target, f"{package}/Sources/{name}")
    hummingbird(f"{package}/Sources/HummingbirdRouter")
    checkout = original and os.path.realpath(original)
    dependencies = f'.package(name: "URLSchemeRouter", path: "{checkout}")' if original else ""
    write(f"{package}/Package.swift", MANIFEST.replace("DEPENDENCIES", dependencies)
          .replace(", PRODUCTS", f", {ORIGINAL}" if original else ""))
    run("swift", "build", "--configuration", "release", "--package-path", package, "--quiet")
    return f"{package}/.build/release/Library"


def hummingbird(folder):
    """Fetches the files of Hummingbird's router, and makes them one module."""
    if os.path.isdir(folder):
        return
    checkout = f"{FOLDER}/hummingbird"
    if not os.path.isdir(checkout):
        run("git", "clone", "--quiet", "--depth", "1", "--branch", HUMMINGBIRD, "-c", "advice.detachedHead=false",
            "https://github.com/hummingbird-project/hummingbird", checkout)
    os.makedirs(f"{folder}.part", exist_ok=True)
    for file in HUMMINGBIRD_FILES:
        with open(f"{checkout}/Sources/{file}") as source:
            lines = [line for line in source if line.split()[-2:] not in (["import", "NIOCore"], ["import", "HummingbirdCore"])]
        write(f"{folder}.part/{os.path.basename(file)}", "".join(lines))
    write(f"{folder}.part/Rest.swift", REST)
    os.rename(f"{folder}.part", folder)


def write(path, text):
    """Leaves an equal file alone, so that it is not compiled again."""
    if os.path.exists(path) and open(path).read() == text:
        return
    with open(path, "w") as file:
        file.write(text)
