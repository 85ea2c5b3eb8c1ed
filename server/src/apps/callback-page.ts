import { createHash } from "node:crypto";
import type { ConnectOutcome } from "./finish-connect.ts";

/** A page for the customer's browser, with the headers that it must be sent with. */
export interface Page {
  status: 200 | 400;
  headers: Record<string, string>;
  html: string;
}

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:#f6f7f9;color:#1c2330}main{max-width:26rem;margin:1rem;padding:2rem;background:#fff;border:1px solid #d9dee7;border-radius:12px}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0}@media (prefers-color-scheme:dark){body{background:#12161d;color:#e7ebf2}main{background:#1b212b;border-color:#333c4a}}";

// A window that a script has opened may close itself; any other stays, with the text on it.
const CLOSE_SCRIPT = "window.close();";

/** The page that ends a connect: in plain words, with nothing on it that came with the request (strict content policy). */
export function callbackPage(outcome: ConnectOutcome): Page {
  const { status, title, text } = wordsFor(outcome);
  const script = outcome.kind === "connected" ? `<script>${CLOSE_SCRIPT}</script>` : "";
  return {
    status,
    headers: {
      "content-security-policy": `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(CLOSE_SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</main>
${script}
</body>
</html>
`,
  };
}

function wordsFor(outcome: ConnectOutcome): { status: 200 | 400; title: string; text: string } {
  switch (outcome.kind) {
    case "connected":
      return {
        status: 200,
        title: `${outcome.application} is connected`,
        text: "You can close this window and go back to where you came from.",
      };
    case "declined":
      return {
        status: 200,
        title: `${outcome.application} was not connected`,
        text: "You did not allow the access, so nothing was changed. You can close this window.",
      };
    case "failed":
      return {
        status: 400,
        title: `${outcome.application} could not be connected`,
        text: `${outcome.application} did not complete the connection, and nothing was changed. Please close this window and try again.`,
      };
    case "stale":
      return {
        status: 400,
        title: "This connection can no longer be completed",
        text: "It was completed before, took longer than ten minutes, or was not begun here. Please close this window and connect again.",
      };
  }
}

function hash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
