/// Environment variables that choose what programs run.
enum CodeVariable {
    /// Whether the value of a variable chooses programs, loads code, or is code to shells and interpreters.
    static func contains(_ name: String) -> Bool {
        if harmless.contains(where: name.hasPrefix) { return false }
        return names.contains(name) || prefixes.contains(where: name.hasPrefix)
    }

    private static let names = Set(
        CommandSyntax.words(
            "PATH IFS ENV BASH_ENV SHELL SHELLOPTS PS4 PROMPT_COMMAND EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN "
                + "LESSCLOSE NODE_OPTIONS NODE_PATH JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH MAKEFLAGS "
                + "PERLLIB LUA_INIT LUA_PATH LUA_CPATH GCONV_PATH SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR RSYNC_RSH "
                + "TAR_OPTIONS FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS GTK_MODULES QT_PLUGIN_PATH"))

    private static let prefixes = ["LD_", "DYLD_", "PYTHON", "PERL5", "RUBY", "GIT_", "BASH_FUNC_"]
    /// The variables of a commit's author, whose values are only text.
    private static let harmless = ["GIT_AUTHOR_", "GIT_COMMITTER_"]

    /// Returns the variable that a word assigns, if the variable can choose programs: `LD_PRELOAD=…` or
    /// `--setenv=LD_PRELOAD=…`.
    static func set(by word: Template) -> String? {
        var parts = word.leadingText.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        if parts[0].hasPrefix("-") { parts.removeFirst() }
        let name = String(parts[0])
        return parts.count > 1 && contains(name) ? name : nil
    }

    /// Words after which a variable and its value are two words, as in `bwrap --setenv LD_PRELOAD …`.
    static let setters: Set = ["--setenv", "setenv", "set-environment"]
}
