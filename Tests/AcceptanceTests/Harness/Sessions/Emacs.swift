import QueryCoding
import TestSupport

/// An Emacs without a window that is the app of `org-protocol:`. Its server's socket is the sandbox's own.
final class Emacs: Sendable {
    private let sandbox: Sandbox
    private let process: Child

    /// The reason why this machine has no Emacs; nil if it has one.
    static let absence = lack(of: ["emacs", "emacsclient", "xdg-open", "update-desktop-database"])

    init(_ sandbox: Sandbox) throws {
        self.sandbox = sandbox
        let environment = sandbox.environment
        try sandbox.write(Self.configuration(folder: sandbox.path), to: "init.el")
        let client = try find("emacsclient", environment)
        try sandbox.registerApp(scheme: "org-protocol", exec: "\(client) %u")
        process = try Child(
            find("emacs", environment), ["--quick", "--load", "\(sandbox.path)/init.el", "--fg-daemon"], environment)
        let process = process
        try wait(for: "Emacs") {
            guard process.isRunning else { throw Failure("Emacs ended with status \(process.wait())") }
            return try run(client, ["--eval", "t"], environment).status == 0
        }
    }

    /// It captures notes by itself; it keeps each answer, and answers a greeting.
    private static func configuration(folder: String) -> String {
        #"""
        ; A new home has no compiled code: Emacs would compile in the background for seconds of processor time.
        (setq native-comp-deferred-compilation nil native-comp-jit-compilation nil)
        (require 'browse-url)
        (require 'json)
        (require 'org-capture)
        (require 'org-protocol)

        (setq org-capture-templates
              '(("n" "Note" plain (file "\#(folder)/notes") "%:description\n%i" :immediate-finish t)))

        (defun my-answer (parameters)
          "Keep the PARAMETERS of an answer as a line of JSON."
          (write-region (concat (json-encode parameters) "\n") nil "\#(folder)/answers" t 'quiet)
          nil)

        (defun my-greet (parameters)
          "Answer by the callback in PARAMETERS."
          (let ((name (plist-get parameters :name)))
            (browse-url-xdg-open
             (if (equal name "")
                 (concat (plist-get parameters :x-error) "?errorCode=7&errorMessage="
                         (url-hexify-string "who’s there?"))
               (concat (plist-get parameters :x-success) "?text=" (url-hexify-string (concat "Hello, " name))))))
          nil)

        (setq org-protocol-protocol-alist
              '(("answer" :protocol "answer" :function my-answer)
                ("greet" :protocol "greet" :function my-greet)))

        (defun my-request (path title)
          "The URL that asks the app of notes for PATH with a TITLE, and for its answer."
          (concat "notes://x-callback-url" path "?title=" (url-hexify-string title)
                  "&x-success=" (url-hexify-string "org-protocol://answer?kind=success")
                  "&x-error=" (url-hexify-string "org-protocol://answer?kind=error")))

        (defun my-call-and-wait (url)
          "Open URL, and hold everything until that has ended."
          (call-process "xdg-open" nil nil nil url))

        """#
    }

    /// Evaluates an expression of functions and texts.
    func evaluate(_ expression: String) throws {
        try run("emacsclient", ["--eval", expression], sandbox.environment).succeeded()
    }

    /// A text as Emacs reads it.
    static func literal(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// The text that it captured.
    var notes: String { (try? sandbox.contents("notes")) ?? "" }

    /// Waits until it has got that many answers.
    func answers(_ count: Int = 1) throws -> [QueryValue] {
        var lines: [Substring] = []
        try wait(for: "an answer") {
            let text = (try? sandbox.contents("answers")) ?? ""
            lines = text.split(separator: "\n")
            return lines.count >= count && text.hasSuffix("\n")
        }
        return try lines.map { try JSONParser.parse(Array($0.utf8), depthLimit: 9) }
    }
}
