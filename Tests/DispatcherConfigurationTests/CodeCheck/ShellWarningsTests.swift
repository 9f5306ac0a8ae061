import DispatcherConfiguration
import Testing

/// Values that a shell splits, and values in the names of files.
struct ShellWarningsTests {
    private static let input =
        "{file: line, text: string, n: int, tag: {type: line, pattern: \"[a-z]+\"}, slash: {type: line, pattern: \".+\"}, "
        + "list: [line], word: {one-of: [a, b]}, phrase: {one-of: [\"a b\", c]}, link: url, day: date?, "
        + "note: {type: path, under: /tmp}}"

    private func warnings(_ action: String) throws -> [String] {
        let file = "schemes: [t]\nroutes:\n  - name: r\n    path: /r\n    input: \(Self.input)\n    \(action)\n"
        let configuration = try Configuration.routes(file)
        #expect(configuration.mistakes == [])
        return configuration.warnings.map(\.message).filter { !$0.hasPrefix("nothing uses the input") }
    }

    private func warnings(script: String) throws -> [String] {
        let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
        return try warnings("script: |" + lines.map { "\n      \($0)" }.joined())
    }

    private static func splits(_ shown: String) -> String {
        "the shell splits \(shown) at blanks, and replaces * in it by the names of files; write \"\(shown)\""
    }

    static let unquoted: [(String, [String])] = [
        ("rm $file", ["$file"]), ("rm -- ${file}", ["${file}"]), ("cp $file $text /srv", ["$file", "$text"]),
        ("rm $file\nls $file", ["$file"]), ("echo \"$(rm $file)\"", ["$file"]), ("echo `rm $file`", ["$file"]),
        ("[ -e $file ]", ["$file"]), ("rm ${file:-none}", ["${file:-none}"]), ("A=b rm $file", ["$file"]),
        ("if true; then rm $file; fi", ["$file"]), ("rm x$file.md", ["$file"]), ("echo $link", ["$link"]),
        ("echo $list", ["$list"]), ("echo $phrase", ["$phrase"]), ("cat $note", ["$note"]),
        ("cat < in | grep $text", ["$text"]),
        ("echo 'x'\"y\"$file", ["$file"]), ("while read -r x; do echo $x $file; done", ["$file"]),
        ("echo $slash", ["$slash"]), ("cat <<END\n$file\nEND\nrm $file", ["$file"]),
    ]

    @Test(arguments: unquoted)
    func `a value that the shell splits is a warning with the cure`(script: String, shown: [String]) throws {
        let found = try warnings(script: script)
        let expected = shown.map(Self.splits)
        #expect(
            found.map { $0.replacing("${file}", with: "$file") }
                == expected.map { $0.replacing("${file}", with: "$file") })
    }

    static let sound = [
        "rm \"$file\"", "x=$file", "x=$file y=\"$text\"", "export A=1; echo \"$file\"", "case $file in a) ls;; esac",
        "[[ $file = a ]]", "for i in $text; do echo \"$i\"; done", "echo $n $word $day $tag", "echo '$file'",
        "echo \\$file", "echo $((n + 1))", "cat <<END\n$file\nEND", "cat <<'END'\nrm $file\nEND", "# rm $file\nls",
        "echo \"$(printf %s \"$file\")\"", "echo ${#file}", "echo $other $HOME", "printf '%s\\n' \"${file}\" > out",
        "cat < $file", "sed \"s/a/b/\" \"$file\"", "echo \"a'$file'b\"", "cat <<-END\n\t$file\n\tEND\necho \"$file\"",
    ]

    @Test(arguments: sound)
    func `a value that stays whole is no warning`(script: String) throws {
        #expect(try warnings(script: script) == [])
    }

    @Test func `the shells of an interpreter are read too, and other languages are not`() throws {
        #expect(try warnings("interpreter: [bash, -eu]\n    script: rm $file") == [Self.splits("$file")])
        #expect(try warnings("interpreter: [perl]\n    script: print $file") == [])
    }

    @Test func `a positional parameter is shown as the file has it`() throws {
        #expect(try warnings("run: [sh, -c, 'rm $$1', sh, $file]") == [Self.splits("$$1")])
        #expect(try warnings("run: [sudo, bash, -c, 'rm $$2', bash, $n, $file]") == [Self.splits("$$2")])
        #expect(try warnings("run: [sh, -c, 'rm $$@', sh, $file]") == [Self.splits("$$@")])
        #expect(try warnings("run: [sh, -c, 'rm \"$$1\"', sh, $file]") == [])
        #expect(try warnings("run: [sh, -c, 'rm $$1', sh, $n]") == [])
        #expect(try warnings("run: [sh, -c, 'rm $$1', sh, fixed]") == [])
    }

    private static func leaves(_ name: String, _ folder: String?) -> String {
        "the value of '\(name)' may hold '/' and so name a file\(folder.map { " outside \($0)" } ?? " of another folder"); "
            + "add pattern: \"[^/]+\" to '\(name)', or give it the type path"
    }

    static let files: [(String, String, String?)] = [
        ("script: 'echo a > ~/Notes/\"$file\".md'", "file", "~/Notes/"),
        ("script: 'echo a > \"$HOME/Notes/$file.md\"'", "file", "$HOME/Notes/"),
        ("script: 'touch \"${HOME}/Notes/x-$file\"'", "file", "$HOME/Notes/"),
        ("script: 'cat /srv/notes/\"$text\"'", "text", "/srv/notes/"),
        ("script: 'echo a > \"$file.md\"'", "file", nil),
        ("script: 'out=~/Notes/$file'", "file", "~/Notes/"),
        ("script: 'cat \"./$slash\"'", "slash", "./"),
        ("script: 'cat < ~/Notes/\"$file\"'", "file", "~/Notes/"),
        ("run: [cat, /srv/notes/$file.md]", "file", "/srv/notes/"),
        ("run: [notes-add, --file=/srv/notes/$file]", "file", "/srv/notes/"),
        ("run: [cat, ./$text]", "text", "./"),
        ("run: [cat, /srv/$list/x]", "list", "/srv/"),
        ("run: [sh, -c, 'cat ~/Notes/\"$$1\".md', sh, $file]", "file", "~/Notes/"),
    ]

    @Test(arguments: files)
    func `a value that may lead out of a folder is a warning with the cure`(
        action: String, name: String, folder: String?
    ) throws {
        #expect(try warnings(action) == [Self.leaves(name, folder)])
    }

    static let insideFolders = [
        "script: 'echo a > ~/Notes/\"$tag\".md'", "script: 'echo a > ~/Notes/\"$n\".md'", "script: 'cat \"$file\"'",
        "script: 'cat ~/Notes/\"${file##*/}\"'", "script: 'sed \"s/a/$word/\" x'", "script: 'cat /tmp/\"$day\"'",
        "script: 'curl \"https://example.org/$file\"'", "script: 'printf %s \"$file\" >> ~/diary.txt'",
        "script: 'tar -cf a.tar \"$note\"'", "script: 'echo \"a/$file\"'", "run: [curl, \"https://example.org/$file\"]",
        "run: [cat, /srv/$tag]", "run: [cat, /srv/notes/$tag]", "run: [cat, $file]", "run: [notes-add, --title=$file]",
        "run: [grep, \"/$file/\"]",
    ]

    @Test(arguments: insideFolders)
    func `a value that stays in its folder is no warning`(action: String) throws {
        #expect(try warnings(action) == [])
    }

    @Test func `the cures that the warnings name work`() throws {
        let file = { (input: String) in
            "schemes: [t]\nroutes:\n  - {name: r, path: /r, input: {tag: \(input)}, script: 'cat ~/N/\"$tag\".md'}\n"
        }
        #expect(try Configuration.routes(file("line")).warnings.count == 1)
        #expect(try Configuration.routes(file("{type: line, pattern: \"[^/]+\"}")).warnings == [])
    }
}
