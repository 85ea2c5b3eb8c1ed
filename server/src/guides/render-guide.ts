import type { Token, Tokens } from "marked";
import { escapeHtml } from "../platform/http/html.ts";
import { loadMarked } from "../platform/memory/late-packages.ts";
import { renderCode } from "./render-code.ts";

/** The content under one heading of a guide, as text. */
export interface GuidePart {
  /** Fragment of the heading in the page's address; empty for the page title. */
  readonly id: string;
  readonly title: string;
  readonly level: number;
  /** Without code. */
  readonly text: string;
  readonly code: string;
}

/** Renders a guide's Markdown and extracts its parts. The guides are ours: HTML in them is passed through. */
export function renderGuide(markdown: string): { markup: string; parts: GuidePart[] } {
  const parts: { id: string; title: string; level: number; texts: string[]; code: string[] }[] = [];
  const { Marked } = loadMarked();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const id = depth === 1 ? "" : headingId(textOf(tokens));
        const content = this.parser.parseInline(tokens);
        const link = id ? ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>` : "";
        return `<h${depth}${id ? ` id="${id}"` : ""}>${content}${link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === undefined ? content : `<a href="${escapeHtml(address)}">${content}</a>`;
      },
      image: ({ href, text }) => `<img src="${escapeHtml(imageAddress(href))}" alt="${escapeHtml(text)}">`,
      html: ({ text }) => text.replace(/(src|srcset)="images\//g, `$1="${imageAddress("images/")}`),
      code: ({ text, lang = "" }) =>
        `<div class="code"><pre tabindex="0"><code>${renderCode(text, lang)}</code></pre></div>\n`,
      table(token) {
        const cell = ({ header, tokens }: Tokens.TableCell) => {
          // The corner above row headers is empty and is no header.
          const tag = header && tokens.length > 0 ? "th" : "td";
          return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
        };
        const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map(cell).join("")}</tr>`;
        const body = token.rows.map(row).join("\n");
        const name = token.header.flatMap(({ tokens }) => textOf(tokens) || []).join(", ") || "Table";
        return `<div class="table" tabindex="0" role="group" aria-label="${escapeHtml(name)}"><table><thead>${row(token.header)}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  for (const token of tokens) {
    if (isHeading(token)) {
      const title = textOf(token.tokens);
      parts.push({
        id: token.depth === 1 ? "" : headingId(title),
        title,
        level: token.depth,
        texts: [],
        code: [],
      });
    } else {
      parts.at(-1)?.[token.type === "code" ? "code" : "texts"].push(textOf([token]));
    }
  }
  return {
    markup: marked.parser(tokens),
    parts: parts.map(({ texts, code, ...part }) => ({
      ...part,
      text: inOneLine(texts),
      code: inOneLine(code),
    })),
  };
}

function inOneLine(texts: readonly string[]): string {
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === "heading";
}

/** Derives ids as Git hosts do, because the guides link to headings that way. */
function headingId(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/** Documents for maintainers, which are not guides. */
export const MAINTAINER_DOCUMENTS: readonly string[] = ["decisions", "glossary"];

/**
 * Links to guides become their pages here, the API document its address; undefined for files that only the
 * repository has.
 */
function addressOf(href: string): string | undefined {
  if (/^(https:|#)/.test(href)) return href;
  if (href === "../openapi.json") return "/openapi.json";
  const [, slug, rest = ""] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? [];
  return slug === undefined || MAINTAINER_DOCUMENTS.includes(slug) ? undefined : `/guides/${slug}${rest}`;
}

function imageAddress(path: string): string {
  return `/guides/${path}`;
}

/** The readable text of tokens, without marks or markup. */
function textOf(tokens: readonly Token[]): string {
  return tokens.map(textOfToken).join("");
}

function textOfToken(token: Token): string {
  if (token.type === "html") return " ";
  if (token.type === "list")
    return (token as Tokens.List).items.map((item) => `${textOf(item.tokens)} `).join("");
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((row) => row.map(({ tokens }) => `${textOf(tokens)} `).join("")).join("");
  }
  if ("tokens" in token && token.tokens) return textOf(token.tokens);
  return unescaped("text" in token ? String(token.text) : token.raw);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
}
