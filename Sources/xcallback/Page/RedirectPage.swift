import XCallbackURL

/// A static page for a web server. It shows the URL that is encoded in its own fragment, and opens the URL after a click,
/// if the URL has one of the schemes. The fragment never reaches the server, and the page loads nothing. If somebody wrote
/// the fragment by hand, the page encodes what no URL may have, so that it shows exactly what it opens.
struct RedirectPage {
    let schemes: [Scheme]

    /// Why no page may open URLs of the scheme; nil if a page may. Web addresses would make the page an open redirect.
    static func fault(_ scheme: Scheme) -> String? {
        BannedScheme.isNeverCalled(scheme) || ["http", "https"].contains(scheme.text)
            ? "a page never redirects to \(scheme): URLs" : nil
    }

    /// The whole page. A scheme consists of letters, digits, `+`, `-` and `.`, so that nothing in it needs an escape.
    var html: String {
        RoutePage.html(
            title: "Open a link",
            body: """
                <h1>Open this link?</h1>
                <p class="url" id="target"></p>
                <p role="status" id="status">This page needs JavaScript.</p>
                <p><a class="run" id="open">Open</a></p>
                """,
            script: """
                const schemes = [\(schemes.map { "\"\($0)\"" }.joined(separator: ", "))];
                const [target, status, open] = ["target", "status", "open"].map(id => document.getElementById(id));
                function show() {
                  let url = location.hash.slice(1);
                  try { url = decodeURIComponent(url); } catch {}
                  url = url.replace(/[^\\x21-\\x7e]/gu, sign => encodeURIComponent(sign));
                  const scheme = url.split(":", 1)[0].toLowerCase();
                  const isAllowed = url.includes(":") && schemes.includes(scheme);
                  status.textContent = isAllowed ? `Your computer opens it with the app for ${scheme}: links.`
                    : `This page opens links with ${schemes.join(": or ")}: only.`;
                  if (isAllowed) open.href = url; else open.removeAttribute("href");
                  target.textContent = open.href || url;
                }
                addEventListener("hashchange", show);
                show();

                """)
    }
}
