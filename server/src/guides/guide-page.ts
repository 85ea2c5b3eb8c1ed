import { createHash } from "node:crypto";
import { escapeHtml, type Html, html } from "../platform/http/html.ts";
import { GUIDE_STYLE } from "./guide-style.ts";
import { type Guide, SECTIONS } from "./guides.ts";
import type { Finding } from "./search-guides.ts";

// A shorter guide needs no list of headings.
const LISTED_HEADINGS = 4;

// Only where browsers allow it: on https and on the machine itself.
const COPY_SCRIPT = `
for (const code of navigator.clipboard ? document.querySelectorAll(".code") : []) {
  const button = document.createElement("button");
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.querySelector("pre").textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  code.append(button);
}
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// The address of this server in the guides as they are written.
const WRITTEN_ADDRESS = "http://127.0.0.1:3000";

/** Headers of a guide's page: no external content, and no script but the one that copies examples. */
export const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src ${hashOf(GUIDE_STYLE)}; script-src ${hashOf(COPY_SCRIPT)}; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cache-control": "no-cache",
};

type Guides = ReadonlyMap<string, Guide>;

/** A guide; its examples call the server at `address`. */
export function renderGuidePage(guides: Guides, guide: Guide, address: string): string {
  const all = [...guides.values()];
  const at = all.indexOf(guide);
  const headings = guide.parts.filter(({ level }) => level === 2);
  const contents =
    headings.length >= LISTED_HEADINGS &&
    html`<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${headings.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;
  const [heading, ...rest] = guide.markup.split("</h1>\n");
  const text = rest.join("</h1>\n").replaceAll(WRITTEN_ADDRESS, escapeHtml(address));
  const near = html`<nav class="near" aria-label="Previous and next guide"><span>${nearLink(all[at - 1], "← ", "")}</span><span>${nearLink(all[at + 1], "", " →")}</span></nav>`;
  const body = {
    markup: `${heading}</h1>\n${html`${contents}`.markup}<div>${text}${near.markup}</div><script>${COPY_SCRIPT}</script>`,
  };
  return page(guides, { title: guide.title, current: guide.slug, body, isIndexed: contents !== false });
}

function nearLink(guide: Guide | undefined, before: string, after: string): Html | undefined {
  return guide && html`<a href="/guides/${guide.slug}">${before}${guide.title}${after}</a>`;
}

export function renderStartPage(guides: Guides): string {
  const sections = SECTIONS.map(
    ({ title, slugs }) =>
      html`<section><h2>${title}</h2><ul>${slugs.map((slug) => html`<li><a href="/guides/${slug}">${guides.get(slug)?.title}</a></li>`)}</ul></section>`,
  );
  const body = html`<h1>Guides</h1><p>How to build on this server and operate it. The <a href="/docs">API reference</a> describes every endpoint with its fields and responses.</p><div class="sections">${sections}</div>`;
  return page(guides, { title: "Guides", body, isList: true });
}

export function renderSearchPage(guides: Guides, words: string, findings: readonly Finding[]): string {
  const list = html`<ol class="findings">${findings.map(
    ({ slug, id, guide, title, excerpt }) =>
      html`<li><a href="/guides/${slug}${id && `#${id}`}">${title === guide ? title : `${guide}: ${title}`}</a><p>${excerpt.map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : text))}</p></li>`,
  )}</ol>`;
  const nothing = html`<p>No guide contains all of these words. Try fewer words, or see <a href="/guides">all guides</a> and the <a href="/docs">API reference</a>.</p>`;
  const body = html`<h1>Search: ${words}</h1>${findings.length === 0 ? nothing : list}`;
  return page(guides, { title: `Search: ${words}`, body, words });
}

export function renderUnknownGuidePage(guides: Guides): string {
  const body = html`<h1>Guide not found</h1><p>It may have been renamed. Search above, or see <a href="/guides">all guides</a>.</p>`;
  return page(guides, { title: "Guide not found", body });
}

interface PageParts {
  readonly title: string;
  readonly body: Html;
  readonly current?: string;
  readonly words?: string;
  /** Set if the page lists all guides itself. */
  readonly isList?: boolean;
  /** Set if the page lists its headings. */
  readonly isIndexed?: boolean;
}

function page(guides: Guides, parts: PageParts): string {
  const { title, body, current, words = "", isList = false, isIndexed = false } = parts;
  const list = SECTIONS.map(
    (section) =>
      html`<h2>${section.title}</h2><ul>${section.slugs.map((slug) => html`<li><a href="/guides/${slug}"${slug === current && { markup: ' aria-current="page"' }}>${guides.get(slug)?.title}</a></li>`)}</ul>`,
  );
  const top = html`<header class="top"><a class="name" href="/guides"><img src="/app/icon.svg" width="24" height="24" alt="">Junctor guides</a><form role="search" action="/guides"><input type="search" name="q" value="${words}" aria-label="Search the guides" placeholder="Search" maxlength="100" required><button>Search</button></form><a href="/docs">API reference</a><a href="/app">Dashboard</a></header>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Junctor</title>
<link rel="icon" href="/app/icon.svg" type="image/svg+xml">
<style>${GUIDE_STYLE}</style>
</head>
<body>
<a class="skip" href="#text">Skip to content</a>
${top.markup}
<div class="frame${isList ? " alone" : isIndexed ? " indexed" : ""}">
${isList ? "" : `<nav class="guides" aria-label="Guides">${html`${list}`.markup}</nav>`}
<main id="text">
${body.markup}
</main>
</div>
</body>
</html>
`;
}
