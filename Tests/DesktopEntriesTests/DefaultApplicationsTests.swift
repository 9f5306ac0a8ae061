import Testing

@testable import DesktopEntries

/// The editing of mimeapps.list that another program has changed since.
struct DefaultApplicationsTests {
    private static let ours = "x-scheme-handler/a=xcallback-a.desktop\n"

    @Test(arguments: [
        "", "\n", "x", "[Default Applications]", "[Default Applications]\n\n\na=b\r\n# c\n\n[Added Associations]\nq=\n",
    ])
    func `prints what it read, and does not touch what is not ours`(text: String) {
        var defaults = DefaultApplications(Array(text.utf8))
        defaults.removeOurs(former: DefaultApplications([]))
        #expect(String(decoding: defaults.bytes, as: UTF8.self) == text)
    }

    @Test(arguments: [
        // the previous default comes back
        (
            "[Default Applications]\n\(ours)", "[Default Applications]\nx-scheme-handler/a=b.desktop;\n",
            "[Default Applications]\nx-scheme-handler/a=b.desktop;\n"
        ),
        // it had no newline, but is in the middle now
        (
            "[Default Applications]\n\(ours)z=y\n", "[Default Applications]\nx-scheme-handler/a=b.desktop",
            "[Default Applications]\nx-scheme-handler/a=b.desktop\nz=y\n"
        ),
        // there was none
        ("[Default Applications]\nz=y\n\(ours)", "[Default Applications]\n", "[Default Applications]\nz=y\n"),
        // there was no section
        (
            "[Added Associations]\nz=y\n\n[Default Applications]\n\(ours)", "[Added Associations]\n",
            "[Added Associations]\nz=y\n"
        ),
        // the section has another entry now
        ("[Default Applications]\n\(ours)z=y\n", "", "[Default Applications]\nz=y\n"),
        // another program is listed after us now
        (
            "[Default Applications]\nx-scheme-handler/a = xcallback-a.desktop;c.desktop\n", "",
            "[Default Applications]\nx-scheme-handler/a=c.desktop;\n"
        ),
        // another program has taken the scheme since
        (
            "[Default Applications]\nx-scheme-handler/a=c.desktop\n",
            "[Default Applications]\nx-scheme-handler/a=b.desktop\n",
            "[Default Applications]\nx-scheme-handler/a=c.desktop\n"
        ),
        // not ours: the entry of another scheme
        (
            "[Default Applications]\nx-scheme-handler/a=xcallback-b.desktop\n", "",
            "[Default Applications]\nx-scheme-handler/a=xcallback-b.desktop\n"
        ),
        // not a default, not a scheme, a comment
        (
            "[Added Associations]\n\(ours)[Default Applications]\ntext/x=xcallback.desktop\n#\(ours)", "",
            "[Added Associations]\n\(ours)[Default Applications]\ntext/x=xcallback.desktop\n#\(ours)"
        ),
    ])
    func `takes us out and puts the former default back`(now: String, former: String, expected: String) {
        var defaults = DefaultApplications(Array(now.utf8))
        defaults.removeOurs(former: DefaultApplications(Array(former.utf8)))
        #expect(String(decoding: defaults.bytes, as: UTF8.self) == expected)
    }

    @Test func `replaces a default that is there, and adds none`() {
        var defaults = DefaultApplications(Array("[Default Applications]\nx-scheme-handler/a=b.desktop;c\nz=y".utf8))
        defaults.replaceDefault(of: "x-scheme-handler/a", with: "us.desktop")
        defaults.replaceDefault(of: "x-scheme-handler/q", with: "us.desktop")
        defaults.replaceDefault(of: "z", with: "us.desktop")
        #expect(
            String(decoding: defaults.bytes, as: UTF8.self)
                == "[Default Applications]\nx-scheme-handler/a=us.desktop\nz=us.desktop")
    }
}
