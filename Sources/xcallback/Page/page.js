"use strict";
// Updates the URL of each form as the user types. The text of a field is percent-encoded, and replaces the field's name in
// the path or is appended to the query.
const status = document.getElementById("status");
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
  const copy = section.querySelector(".copy");
  copy.addEventListener("click", async () => {
    let text = "Copied";
    try { await navigator.clipboard.writeText(shown.textContent); } catch {
      getSelection().selectAllChildren(shown);
      text = "Press Ctrl+C to copy";
    }
    status.textContent = copy.textContent = text;
    setTimeout(() => copy.textContent = "Copy the URL", 2000);
  });
  update();
}
