import DispatcherMessages
import QueryCoding
import UnixSystem

/// A page with a form for each route: one file that loads nothing else, and sends only the links that the user follows.
struct RoutePage {
    let routes: [ListedRoute]

    /// The whole page.
    var html: String {
        let nonce = RandomToken.make()
        let sections = routes.filter { !$0.schemes.isEmpty || !$0.domains.isEmpty }.map(RouteSection.init)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
            style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; base-uri 'none'; form-action 'none'">
            <title>Routes of xcallbackd</title>
            <style nonce="\(nonce)">\(Self.style)</style>
            </head>
            <body>
            <header>
            <h1>Routes</h1>
            <p><label for="filter">Filter</label> <input id="filter" type="search" autocomplete="off"></p>
            </header>
            <main>
            \(sections.map(\.html).joined(separator: "\n"))
            <p id="none"\(sections.isEmpty ? "" : " hidden")>There is no such route.</p>
            </main>
            <p class="sr" role="status" id="status"></p>
            <script nonce="\(nonce)">\(Self.script)</script>
            </body>
            </html>

            """
    }

    private static let style = """

        :root { color-scheme: light dark; --edge: #8885; --soft: #8882; --accent: light-dark(#0b57d0, #a8c7fa); }
        * { box-sizing: border-box; }
        body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 46rem; padding: 1rem; }
        h1 { margin: 0; } h2 { font-size: 1.15rem; margin: 0; overflow-wrap: anywhere; }
        header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 1rem; }
        header p { margin: 0; }
        section { border: 1px solid var(--edge); border-radius: .6rem; margin: 1rem 0; padding: 1rem; }
        .notes { margin: .2rem 0 .8rem; opacity: .8; }
        .field { display: grid; grid-template-columns: 9rem 1fr; gap: .3rem .8rem; margin: .4rem 0; align-items: start; }
        .field label { overflow-wrap: anywhere; padding-top: .25rem; }
        .field small { grid-column: 2; opacity: .75; }
        input, textarea, select, button { font: inherit; padding: .25rem .5rem; max-width: 100%; }
        input:not([type=checkbox]), textarea, select { width: 100%; }
        #filter { width: auto; }
        input[type=checkbox] { justify-self: start; margin-top: .5rem; }
        .url { background: var(--soft); border-radius: .4rem; display: block; margin: .8rem 0 .6rem; padding: .5rem .7rem;
            font: 14px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
        .run { background: var(--accent); border-radius: .4rem; color: light-dark(#fff, #000); display: inline-block;
            padding: .25rem .9rem; text-decoration: none; }
        .run:not([href]) { opacity: .4; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        h3 { font-size: 1rem; margin: .8rem 0 0; }
        ul { margin: 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
        .command { align-items: start; display: flex; gap: .5rem; margin: .2rem 0 .6rem; }
        .command code { background: var(--soft); border-radius: .4rem; flex: 1; font: 14px/1.4 ui-monospace, monospace;
            overflow-wrap: anywhere; padding: .3rem .6rem; }
        .command button { font-size: 14px; }
        .sr { position: absolute; left: -9999px; }
        @media (max-width: 34rem) { .field { grid-template-columns: 1fr; } .field small { grid-column: 1; } }

        """

    /// Updates the URL of each form as the user types. The text of a field is percent-encoded, and replaces the field's
    /// name in the path or is appended to the query.
    private static let script = #"""

        "use strict";
        const status = document.getElementById("status");
        const copies = (button, shown) => {
          const label = button.textContent;
          const say = text => {
            status.textContent = button.textContent = text;
            setTimeout(() => button.textContent = label, 2000);
          };
          button.addEventListener("click", async () => {
            try {
              await navigator.clipboard.writeText(shown.textContent);
              say("Copied");
            } catch {
              getSelection().selectAllChildren(shown);
              say("Press Ctrl+C to copy");
            }
          });
        };
        for (const section of document.querySelectorAll("section")) {
          const form = section.querySelector("form");
          const shown = section.querySelector(".url");
          const run = section.querySelector(".run");
          const pieces = JSON.parse(section.dataset.path);
          const update = () => {
            const values = new Map();
            const set = (field, items) => values.set(field.name, items);
            // A field may have the name of a property of its form.
            let complete = HTMLFormElement.prototype.checkValidity.call(form);
            for (const field of section.querySelectorAll("form [name]")) {
              if (field.type === "checkbox") {
                if (field.checked !== field.defaultChecked || field.dataset.always !== undefined) set(field, [String(field.checked)]);
              } else if (field.dataset.items !== undefined) {
                const items = field.value.split("\n").filter(item => item !== "");
                if (items.length > 0) set(field, field.dataset.separator ? [items.join(field.dataset.separator)] : items);
              } else if (field.value !== "") {
                set(field, [field.value]);
              }
            }
            let url = section.dataset.base;
            for (const piece of pieces) {
              if (typeof piece === "string") { url += piece; continue; }
              const items = values.get(piece.name);
              values.delete(piece.name);
              if (items) url += items.map(encodeURIComponent).join("/");
              else if (!piece.optional) { url += "{" + piece.name + "}"; complete = false; }
            }
            const query = [...values].flatMap(([name, items]) =>
              items.map(item => encodeURIComponent(name) + "=" + encodeURIComponent(item)));
            if (query.length > 0) url += "?" + query.join("&");
            shown.textContent = url;
            // A route that clicks may not run has no link.
            if (complete && run) run.href = url; else run?.removeAttribute("href");
          };
          section.addEventListener("input", update);
          section.addEventListener("submit", event => { event.preventDefault(); if (run?.href) run.click(); });
          copies(section.querySelector(".copy"), shown);
          for (const line of section.querySelectorAll(".command")) {
            copies(line.querySelector("button"), line.querySelector("code"));
          }
          update();
        }
        document.getElementById("filter").addEventListener("input", event => {
          const words = event.target.value.toLowerCase().split(" ");
          let count = 0;
          for (const section of document.querySelectorAll("section")) {
            const text = section.textContent.toLowerCase();
            section.hidden = !words.every(word => text.includes(word));
            if (!section.hidden) count += 1;
          }
          document.getElementById("none").hidden = count > 0;
        });

        """#
}
