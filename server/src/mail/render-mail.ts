import { type BrandSettings, getSurfaceColor, readBrand } from "../pages/brand.ts";
import { chooseInk, toHex } from "../pages/color.ts";
import { html } from "../platform/http/html.ts";

/** What a mail says, before it has a look. */
export interface MailText {
  readonly subject: string;
  /** Each in a paragraph of its own. */
  readonly paragraphs: readonly string[];
  readonly items?: readonly string[];
  /** The one thing to do: a button, in plain text its address. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Why the reader gets it, in small print. */
  readonly reason: string;
}

/** A rendered mail. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** A mail as plain text and as HTML in an organization's colors; all of its texts are escaped. */
export function renderMail(settings: BrandSettings, mail: MailText): MailContent {
  const subject = toLine(mail.subject);
  return { subject, text: renderPlain(mail), html: renderHtml(settings, { ...mail, subject }) };
}

/** Text on one line: a name must not look like a paragraph of ours. */
export function toLine(text: string): string {
  return text.replace(/[\s\p{C}]+/gu, " ").trim();
}

function renderPlain({ paragraphs, items = [], action, reason }: MailText): string {
  const parts = [
    ...paragraphs.map(toLine),
    items.map((item) => `- ${toLine(item)}`).join("\n"),
    action ? `${action.label}:\n${action.url}` : "",
    `--\n${toLine(reason)}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function renderHtml(settings: BrandSettings, mail: MailText): string {
  const { subject, paragraphs, items = [], action, reason } = mail;
  const brand = readBrand({}, settings);
  const { needsOutline } = getSurfaceColor(brand, "light");
  const button = `display:inline-block;padding:10px 18px;border-radius:6px;text-decoration:none;font-weight:600;background:${toHex(brand.color)};color:${toHex(chooseInk(brand.color))};border:1px solid ${needsOutline ? "#8a8f98" : toHex(brand.color)}`;
  const list = html`<ul style="margin:0 0 16px;padding-left:20px">${items.map((item) => html`<li style="margin:0 0 4px">${toLine(item)}</li>`)}</ul>`;
  const link =
    action &&
    html`<p style="margin:24px 0"><a href="${action.url}" style="${button}">${action.label}</a></p>`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f5f7;color:#1b212b;${FONT};font-size:15px;line-height:1.5">
<div style="max-width:520px;margin:0 auto;padding:28px;background:#fff;border:1px solid #e1e4e8;border-radius:8px">
<p style="margin:0 0 20px;color:#5b6470">${toLine(brand.name ?? "Junctor")}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${subject}</h1>
${paragraphs.map((text) => html`<p style="margin:0 0 16px">${toLine(text)}</p>`)}
${items.length > 0 && list}
${link}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e1e4e8;color:#5b6470;font-size:13px">${toLine(reason)}</p>
</div></body></html>`.markup;
}
