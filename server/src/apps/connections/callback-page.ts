import { createHash } from "node:crypto";
import type { TextKey } from "../../pages/words/catalogs.ts";
import type { Words } from "../../pages/words/words.ts";
import { escapeHtml } from "../../platform/http/html.ts";
import type { ConnectOutcome, OutcomeKind } from "./finish-connect.ts";

/** A page for the customer's browser, with the headers to send. */
export interface CallbackPage {
  status: 200 | 400;
  headers: Record<string, string>;
  html: string;
}

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;background:#f6f7f9;color:#1c2330}main{max-width:26rem;margin:1rem;padding:2rem;background:#fff;border:1px solid #d9dee7;border-radius:12px;overflow-wrap:anywhere}h1{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem}p{margin:0}p+p{margin-top:.75rem}@media (prefers-color-scheme:dark){body{background:#12161d;color:#e7ebf2}main{background:#1b212b;border-color:#333c4a}}";

// A window opened by a script may close itself; any other stays, showing the text.
const CLOSE_SCRIPT = "window.close();";

/**
 * The page at the end of a connect: in plain words, with nothing on it that came with the request (strict content
 * policy).
 */
export function renderCallbackPage(words: Words, outcome: ConnectOutcome): CallbackPage {
  const { title, text } = describeOutcome(words, outcome);
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
<html lang="${words.language}" dir="${words.direction}">
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
<p>${escapeHtml(words.t(NEXT_STEP[outcome.kind]))}</p>
</main>
${script}
</body>
</html>
`,
  };
}

const NEXT_STEP = {
  connected: "outcome.connectedNext",
  declined: "outcome.close",
  refused: "outcome.tryAgain",
  misconfigured: "outcome.close",
  unexpected: "outcome.tryAgain",
  unreachable: "outcome.tryLater",
  disabled: "outcome.close",
  noAccount: "outcome.tryAgain",
  stale: "outcome.staleNext",
  elsewhere: "outcome.elsewhereNext",
} as const satisfies Record<OutcomeKind, TextKey>;

/** The result of a connect, in plain words for the customer. */
export function describeOutcome(
  { t }: Words,
  { kind, application }: Pick<ConnectOutcome, "kind" | "application">,
): { title: string; text: string } {
  const name = application ?? t("outcome.unnamed");
  switch (kind) {
    case "connected":
      return { title: t("outcome.connected", { name }), text: t("outcome.connectedText") };
    case "declined":
      return { title: t("outcome.declined", { name }), text: t("outcome.declinedText") };
    case "refused":
    case "misconfigured":
    case "unexpected":
    case "unreachable":
    case "disabled":
    case "noAccount":
      return { title: t("outcome.failed", { name }), text: t(`outcome.${kind}Text`, { name }) };
    case "stale":
    case "elsewhere":
      return { title: t(`outcome.${kind}`), text: t(`outcome.${kind}Text`) };
  }
}

function hash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
