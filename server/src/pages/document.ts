import { randomBytes } from "node:crypto";
import type { PublicAddress } from "../platform/http/cookie.ts";
import { escapeHtml, type Html, html } from "../platform/http/html.ts";
import { type Brand, readBrand, renderBrandStyle } from "./brand.ts";
import { toScriptedFocus } from "./focus.ts";
import { renderFontFaces } from "./fonts.ts";
import { FRAME_SCRIPT, type FrameFacts } from "./frame-script.ts";
import { LAYOUT, renderPaletteStyle } from "./style.ts";
import type { Words } from "./words/words.ts";

/** Which other pages may show ours in a frame: those of these origins, or of all. */
export interface FrameParents {
  readonly corsOrigins: readonly string[] | "*";
}

/** One page before its look is applied: its title, its content, and its status. */
export interface PageContent {
  readonly status?: number;
  readonly title: string;
  readonly body: Html;
  /** Where the browser is redirected at once. */
  readonly goTo?: string;
  /** The page is in a frame, and reports this to pages that may show it. */
  readonly frame?: Omit<FrameFacts, "parents" | "status">;
  /** Any page may show it in a frame: it only displays something. */
  readonly framedByAll?: boolean;
  /** No page may show it in a frame. */
  readonly alone?: boolean;
  /** Paths of its scripts on this server; without them it works, too. */
  readonly scripts?: readonly string[];
  /** For display only: nothing on it can be clicked or filled in. */
  readonly inert?: boolean;
}

/** The look and words of a page. */
export interface PageContext {
  /** Undefined: neutral. */
  readonly brand?: Brand;
  readonly words: Words;
}

/** A page as it is sent. */
export interface Document {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Builds a page: a document that needs no script, with a policy that admits only what it names itself. Only pages of
 * the company's `frame_origins`, and of origins in `JUNCTOR_CORS_ORIGINS`, may show it in a frame.
 */
export function renderDocument(
  { corsOrigins, publicUrl }: PublicAddress & FrameParents,
  { brand = readBrand({}, {}), words }: PageContext,
  {
    status = 200,
    title,
    body,
    goTo,
    frame,
    framedByAll = false,
    alone = false,
    scripts = [],
    inert = false,
  }: PageContent,
): Document {
  const nonce = randomBytes(16).toString("base64");
  const parents = listFrameOrigins({ corsOrigins }, brand);
  const framing = framedByAll ? "*" : ["'self'", ...parents].join(" ");
  const ancestors = alone ? "'none'" : framing;
  const facts = frame && {
    parents: framedByAll ? "*" : [new URL(publicUrl).origin, ...parents],
    status,
    ...frame,
  };
  const logo = brand.logo?.startsWith("/") ? pathOf(publicUrl, brand.logo) : brand.logo;
  const fontFaces = renderFontFaces(brand.font, pathOf(publicUrl, "/").replace(/\/$/, ""));
  const headline = brand.name === undefined ? title : `${title} – ${brand.name}`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; ${frame || scripts.length > 0 ? `script-src 'nonce-${nonce}'; ` : ""}${scripts.length > 0 ? "connect-src 'self'; " : ""}${fontFaces === "" ? "" : "font-src 'self'; "}img-src ${imageSources(logo)}; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`,
      // Not "no-referrer": browsers would then send forms with the origin "null".
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, nofollow",
      "cache-control": "no-store",
    },
    text: `<!doctype html>
<html lang="${words.language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(headline)}</title>
${goTo === undefined ? "" : html`<meta http-equiv="refresh" content="0;url=${goTo}">`.markup}
<style nonce="${nonce}">${fontFaces}${renderPaletteStyle(brand.scheme)}${renderBrandStyle(brand)}${LAYOUT}</style>
${facts ? `<script nonce="${nonce}" data-facts="${escapeHtml(JSON.stringify(facts))}">${FRAME_SCRIPT}</script>` : ""}
${scripts.map((path) => `<script nonce="${nonce}" src="${pathOf(publicUrl, path)}" defer></script>`).join("")}
</head>
<body>
<div class="page"${inert ? " inert" : ""}>
${brandLine(words, brand.name, logo).markup}
<main>${facts ? toScriptedFocus(body.markup) : body.markup}</main>
${supportLine(words, brand).markup}
</div>
</body>
</html>
`,
  };
}

/** The path at which browsers find one of this server's own: it may be served below another. */
function pathOf(publicUrl: string, path: string): string {
  const { pathname, search } = new URL(publicUrl + path);
  return pathname + search;
}

/** The origins whose pages may show a company's portal in a frame, besides this server's own. */
export function listFrameOrigins(
  { corsOrigins }: FrameParents,
  { frameOrigins }: Pick<Brand, "frameOrigins">,
): string[] {
  const named = corsOrigins === "*" ? [] : corsOrigins;
  return [...new Set([...named, ...frameOrigins])];
}

function imageSources(logo: string | undefined): string {
  if (logo?.startsWith("/")) return "data: 'self'";
  return logo === undefined || logo.startsWith("data:") ? "data:" : `data: ${new URL(logo).origin}`;
}

function brandLine(words: Words, name: string | undefined, logo: string | undefined): Html {
  if (name === undefined && logo === undefined) return html``;
  return html`<header class="brand">${logo !== undefined && html`<img src="${logo}" alt="${name === undefined ? words.t("page.logo") : ""}">`}${name !== undefined && html`<span>${name}</span>`}</header>`;
}

/** Where visitors get help; a web address opens in a new tab, because the page may be in a frame. */
function supportLine(words: Words, { support }: Brand): Html {
  if (support === undefined) return html``;
  const link = support.startsWith("https://")
    ? html`<a href="${support}" target="_blank" rel="noreferrer">${addressShown(new URL(support))}</a>`
    : html`<a href="mailto:${support}">${support}</a>`;
  return html`<footer class="support">${words.rich("page.help", { link })}</footer>`;
}

function addressShown({ host, pathname }: URL): string {
  return pathname === "/" ? host : host + pathname;
}
