import { createHash } from "node:crypto";
import { escapeHtml } from "../platform/http/html.ts";
import type { ConnectOutcome, OutcomeKind } from "./finish-connect.ts";

/** A page for the customer's browser, with the headers that it must be sent with. */
export interface Page {
  status: 200 | 400;
  headers: Record<string, string>;
  html: string;
}

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:#f6f7f9;color:#1c2330}main{max-width:26rem;margin:1rem;padding:2rem;background:#fff;border:1px solid #d9dee7;border-radius:12px;overflow-wrap:anywhere}h1{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem}p{margin:0}p+p{margin-top:.75rem}@media (prefers-color-scheme:dark){body{background:#12161d;color:#e7ebf2}main{background:#1b212b;border-color:#333c4a}}";

// A window that a script has opened may close itself; any other stays, with the text on it.
const CLOSE_SCRIPT = "window.close();";

/** The page that ends a connect: in plain words, with nothing on it that came with the request (strict content policy). */
export function callbackPage(outcome: ConnectOutcome): Page {
  const { title, text } = outcomeWords(outcome);
  const script = outcome.kind === "connected" ? `<script>${CLOSE_SCRIPT}</script>` : "";
  return {
    status: outcome.kind === "connected" || outcome.kind === "declined" ? 200 : 400,
    headers: {
      "content-security-policy": `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(CLOSE_SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      "cache-control": "no-store",
    },
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p>${NEXT_STEP[outcome.kind]}</p>
</main>
${script}
</body>
</html>
`,
  };
}

const TRY_AGAIN = "Please close this window and try again.";

const NEXT_STEP: Record<OutcomeKind, string> = {
  connected: "You can close this window and go back to where you came from.",
  declined: "You can close this window.",
  refused: TRY_AGAIN,
  misconfigured: "You can close this window.",
  unreachable: "Please close this window and try again in a few minutes.",
  disabled: "You can close this window.",
  stale: "Please close this window and connect again.",
  elsewhere:
    "If you started it, open the link again in this browser and continue from there; this site must be allowed to keep cookies. If somebody else sent you here, close this window.",
};

/** What came of a connect, in plain words for the customer. */
export function outcomeWords({ kind, application: name = "The application" }: ConnectOutcome): {
  title: string;
  text: string;
} {
  const failed = `${name} could not be connected`;
  switch (kind) {
    case "connected":
      return { title: `${name} is connected`, text: "It can be used from now on." };
    case "declined":
      return {
        title: `${name} was not connected`,
        text: "You did not allow the access, so nothing was changed.",
      };
    case "refused":
      return {
        title: failed,
        text: `${name} did not complete the connection: it no longer accepts the approval that it gave a moment ago. Nothing was changed.`,
      };
    case "misconfigured":
      return {
        title: failed,
        text: `${name} did not accept the request of this server. Trying again will not help: the settings for ${name} must be corrected by whoever offers you this connection. Nothing was changed.`,
      };
    case "unreachable":
      return {
        title: failed,
        text: `${name} does not answer as it should right now. Nothing was changed.`,
      };
    case "disabled":
      return {
        title: failed,
        text: `${name} is not offered here any more. Nothing was changed.`,
      };
    case "stale":
      return {
        title: "This connection can no longer be completed",
        text: "It was completed before, or took longer than ten minutes.",
      };
    case "elsewhere":
      return {
        title: "This connection was started in another browser",
        text: "It can be completed only in the browser in which it was started. Nothing was connected, and the access that you allowed was not used.",
      };
  }
}

function hash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
