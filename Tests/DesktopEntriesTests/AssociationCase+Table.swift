private let scheme = "x-scheme-handler/notes"
private let defaults = "[Default Applications]\n\(scheme)="
private let added = "[Added Associations]\n\(scheme)="
private let removed = "[Removed Associations]\n\(scheme)="
private let cache = "[MIME Cache]\n\(scheme)="
private let two = ["U/one.desktop": "APP", "U/two.desktop": "APP", "U/mimeinfo.cache": "\(cache)one.desktop;"]

private func both(_ more: [String: String]) -> [String: String] { two.merging(more) { $1 } }

extension AssociationCase {
    /// Cases in which the tools agree.
    static let agreed: [Self] = [
        .init("nothing is known", [:], all: nil),
        .init("the cache names one", two, all: "one"),
        .init("a default wins", both(["C/mimeapps.list": "\(defaults)two.desktop\n"]), all: "two"),
        .init("a default with semicolon", both(["C/mimeapps.list": "\(defaults)two.desktop;"]), all: "two"),
        .init(
            "a default of the system's configuration", both(["X/mimeapps.list": "\(defaults)two.desktop"]), all: "two"),
        .init("a default beside the user's programs", both(["U/mimeapps.list": "\(defaults)two.desktop"]), all: "two"),
        .init(
            "a default beside the system's programs", both(["S/mimeapps.list": "\(defaults)two.desktop"]), all: "two"),
        .init(
            "the user's configuration before the system's",
            both(["C/mimeapps.list": "\(defaults)two.desktop", "X/mimeapps.list": "\(defaults)one.desktop"]), all: "two"
        ),
        .init(
            "configuration before data",
            both(["X/mimeapps.list": "\(defaults)two.desktop", "U/mimeapps.list": "\(defaults)one.desktop"]), all: "two"
        ),
        .init(
            "a list of the desktop in use before that for all",
            both(["C/mimeapps.list": "\(defaults)one.desktop", "C/sway-mimeapps.list": "\(defaults)two.desktop"]),
            environment: ["XDG_CURRENT_DESKTOP": "Sway:wlroots"], all: "two"),
        .init(
            "the first desktop before the second",
            both([
                "C/wlroots-mimeapps.list": "\(defaults)one.desktop", "C/sway-mimeapps.list": "\(defaults)two.desktop",
            ]),
            environment: ["XDG_CURRENT_DESKTOP": "Sway:wlroots"], all: "two"),
        .init(
            "a list of another desktop is not read", both(["C/kde-mimeapps.list": "\(defaults)two.desktop"]), all: "one"
        ),
        .init(
            "the user's list for all before the system's for the desktop",
            both(["C/mimeapps.list": "\(defaults)two.desktop", "X/sway-mimeapps.list": "\(defaults)one.desktop"]),
            environment: ["XDG_CURRENT_DESKTOP": "Sway"], all: "two"),
        .init(
            "a default that is gone is passed over", both(["C/mimeapps.list": "\(defaults)gone.desktop"]), all: "one"),
        .init(
            "then the default of the next list counts",
            both(["C/mimeapps.list": "\(defaults)gone.desktop", "X/mimeapps.list": "\(defaults)two.desktop"]),
            all: "two"),
        .init(
            "a default whose program is gone is passed over",
            both(["U/two.desktop": "APP\nExec=/nonexistent %u\n", "C/mimeapps.list": "\(defaults)bad.desktop"]).merging(
                ["U/bad.desktop": "[Desktop Entry]\nType=Application\nName=bad\nExec=/nonexistent %u\n"]) { $1 },
            all: "one"),
        .init("defaults.list, which GLib still reads", both(["U/defaults.list": "\(defaults)two.desktop"]), all: "two"),
        .init(
            "a program in a directory below has its name in the id",
            ["S/org/one.desktop": "APP", "C/mimeapps.list": "\(defaults)org-one.desktop"], all: "org-one"),
        .init(
            "the first data directory that has the file",
            [
                "U/one.desktop": "APP", "S/one.desktop": "APP\nExec=/nonexistent",
                "U/mimeinfo.cache": "\(cache)one.desktop;",
            ],
            all: "one"),
        .init("NoDisplay does not matter", both(["U/one.desktop": "APP\nNoDisplay=true\n"]), all: "one"),
        .init("nor does Hidden, which should mean deleted", both(["U/one.desktop": "APP\nHidden=true\n"]), all: "one"),
        .init(
            "lines end as on Windows", both(["C/mimeapps.list": "[Default Applications]\n\(scheme)=two.desktop;\r\n"]),
            all: "two"),
        .init(
            "a comment and other groups",
            both(["C/mimeapps.list": "# [Default Applications]\n[X]\n\(scheme)=one.desktop\n\(defaults)two.desktop\n"]),
            all: "two"),
        .init(
            "another scheme that begins alike", both(["C/mimeapps.list": "\(defaults.dropLast())2=two.desktop"]),
            all: "one"),
        .init("a list that is a directory", both(["C/mimeapps.list/x": ""]), all: "one"),
        .init("an empty list", both(["C/mimeapps.list": ""]), all: "one"),
        .init("an empty value", both(["C/mimeapps.list": defaults]), all: "one"),
    ]

    /// Cases in which they do not: `gio` and `xdgMime` have the program that they would really start.
    static let disputed: [Self] = [
        .init(
            "xdg-mime 1.1 takes but the first of a list",
            both(["C/mimeapps.list": "\(defaults)gone.desktop;two.desktop"]),
            gio: "two", xdgMime: "two", xdgMime11: "one"),
        .init(
            "gio does not look into .desktop files without a cache", ["U/one.desktop": "APP"], gio: nil, xdgMime: "one"),
        .init(
            "and xdg-mime takes the most preferred",
            [
                "U/a.desktop": "APP", "S/b.desktop": "APP\nInitialPreference=5\n",
                "S/c.desktop": "APP\nInitialPreference=4\n",
            ],
            gio: nil, xdgMime: "b"),
        .init("also in a directory below", ["S/org/one.desktop": "APP"], gio: nil, xdgMime: "one"),
        .init(
            "xdg-mime knows no added associations", both(["C/mimeapps.list": "\(added)two.desktop"]), gio: "two",
            xdgMime: "one"),
        .init("nor removed ones", both(["C/mimeapps.list": "\(removed)one.desktop"]), gio: nil, xdgMime: "one"),
        .init(
            "a removed default is still the default",
            both(["C/mimeapps.list": "\(removed)two.desktop\n\(defaults)two.desktop"]), gio: "two", xdgMime: "two"),
        .init(
            "what the same list adds is not removed",
            both(["C/mimeapps.list": "\(removed)two.desktop\n\(added)two.desktop"]), gio: "two", xdgMime: "one"),
        .init(
            "what a later list adds is removed by an earlier",
            both(["C/mimeapps.list": "\(removed)two.desktop", "X/mimeapps.list": "\(added)two.desktop"]),
            gio: "one", xdgMime: "one"),
        .init(
            "what an earlier list adds is not removed by a later",
            both(["C/mimeapps.list": "\(added)two.desktop", "X/mimeapps.list": "\(removed)two.desktop"]),
            gio: "two", xdgMime: "one"),
        .init(
            "a cache beside the list that removes: GLib lets the first addition of a directory stand",
            both(["U/mimeapps.list": "\(removed)one.desktop"]), gio: "one", xdgMime: "one"),
        .init(
            "the list of a desktop adds nothing", both(["C/sway-mimeapps.list": "\(added)two.desktop"]),
            environment: ["XDG_CURRENT_DESKTOP": "sway"], gio: "one", xdgMime: "one"),
        .init(
            "nor removes", both(["C/sway-mimeapps.list": "\(removed)one.desktop"]),
            environment: ["XDG_CURRENT_DESKTOP": "sway"], gio: "one", xdgMime: "one"),
        .init(
            "to GIO a directory's cache says nothing of what an earlier one has too",
            ["U/one.desktop": "APP", "S/one.desktop": "APP", "S/mimeinfo.cache": "\(cache)one.desktop;"],
            gio: nil, xdgMime: "one"),
        .init(
            "xdg-mime knows no TryExec", both(["U/one.desktop": "APP\nTryExec=/nonexistent\n"]), gio: nil,
            xdgMime: "one"),
        .init(
            "a file that GLib cannot use hides nothing from defaults",
            ["U/one.desktop": "no entry", "S/one.desktop": "APP", "C/mimeapps.list": "\(defaults)one.desktop"],
            gio: "one", xdgMime: nil),
        .init(
            "but it does from the cache of a later directory",
            ["U/one.desktop": "no entry", "S/one.desktop": "APP", "S/mimeinfo.cache": "\(cache)one.desktop;"],
            gio: nil, xdgMime: nil),
        .init(
            "xdg-open starts nobody when the cache names a program that is gone",
            both(["U/mimeinfo.cache": "\(cache)gone.desktop;one.desktop;"]), gio: "one", xdgMime: nil),
        .init(
            "gio passes over a malformed list", both(["C/mimeapps.list": "\(defaults)two.desktop\nnonsense\n"]),
            gio: "one", xdgMime: "two"),
        .init(
            "a byte order mark is no heading", both(["C/mimeapps.list": "\u{FEFF}\(defaults)two.desktop\n"]),
            gio: "one", xdgMime: "one"),
        .init(
            "a blank before the equals sign",
            both(["C/mimeapps.list": "[Default Applications]\n\(scheme) = two.desktop\n"]), gio: "two", xdgMime: "one"),
        .init(
            "of a key given twice GLib takes the last",
            both(["C/mimeapps.list": "\(defaults)one.desktop\n\(scheme)=two.desktop"]), gio: "two", xdgMime: "one"),
        .init(
            "xdg-open knows no quotes",
            both(["U/one.desktop": "[Desktop Entry]\nType=Application\nName=one\nExec=\"HOME/bin/start\" one %u\n"]),
            gio: "one", xdgMime: nil),
        .init(
            "an Exec line with an open quote",
            both(["U/one.desktop": "[Desktop Entry]\nType=Application\nExec=HOME/bin/start one \" %u\n"]),
            gio: nil, xdgMime: "one"),
        .init(
            "a type of its own", both(["U/one.desktop": "[Desktop Entry]\nType=Link\nExec=HOME/bin/start one %u\n"]),
            gio: nil, xdgMime: "one"),
        .init(
            "xdg-mime also finds a file below without the directory's name",
            ["S/org/one.desktop": "APP", "C/mimeapps.list": "\(defaults)one.desktop"], gio: nil, xdgMime: "one"),
        .init(
            "the cache of a desktop's menus",
            [
                "S/one.desktop": "APP", "S/two.desktop": "APP",
                "S/gnome-mimeinfo.cache": "\(cache)two.desktop;", "S/mimeinfo.cache": "\(cache)one.desktop;",
            ],
            environment: ["XDG_MENU_PREFIX": "gnome-"], gio: "one", xdgMime: "two"),
        .init(
            "an escape that there is not", both(["C/mimeapps.list": "\(defaults)t\\wo.desktop;two.desktop"]),
            gio: "one", xdgMime: "two", xdgMime11: "one"),
    ]
}
