import DispatcherMessages
import QueryCoding
import UnixSystem

/// A page with a form for each route: one file that loads nothing else, and sends only the links that the user follows.
struct RoutePage {
    let routes: [ListedRoute]

    /// The whole page.
    var html: String {
        let sections = routes.filter { !$0.schemes.isEmpty || !$0.domains.isEmpty }.map(RouteSection.init)
        return Self.html(
            title: "Routes of xcallbackd",
            body: """
                <h1>Routes</h1>
                <main>
                \(sections.isEmpty ? "<p>There is no route.</p>" : sections.map(\.html).joined(separator: "\n"))
                </main>
                <p class="sr" role="status" id="status"></p>
                """, script: Self.script)
    }

    /// A page that runs its own script alone, and loads nothing.
    static func html(title: String, body: String, script: String) -> String {
        let nonce = RandomToken.make()
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
            style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; base-uri 'none'; form-action 'none'">
            <title>\(title)</title>
            <style nonce="\(nonce)">
            \(style)</style>
            </head>
            <body>
            \(body)
            <script nonce="\(nonce)">
            \(script)</script>
            </body>
            </html>

            """
    }

    private static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    private static let script = String(decoding: PackageResources.page_js, as: UTF8.self)
}
