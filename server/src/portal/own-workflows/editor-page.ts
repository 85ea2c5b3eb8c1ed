import { randomBytes } from "node:crypto";
import type { Config } from "../../config.ts";
import { getSurfaceColor } from "../../pages/brand.ts";
import { buildPagePolicy, readBuiltPage } from "../../pages/built-page.ts";
import { toHex } from "../../pages/color.ts";
import { listFrameOrigins } from "../../pages/document.ts";
import { FRAME_SCRIPT, type FrameFacts } from "../../pages/frame-script.ts";
import { escapeHtml } from "../../platform/http/html.ts";
import type { FrameState } from "../embed/frame-state.ts";
import { buildVisitUrl, type Visit } from "../visit.ts";
import { buildEditorPath, WORKFLOWS } from "./pages.ts";

interface EditedWorkflow {
  readonly id: string;
  readonly name: string;
  /** The account's state, for the embedding page. */
  readonly state: FrameState | undefined;
}

/**
 * The page on which a customer edits a workflow, the only page of the portal that needs a script. It holds no
 * credential but the proof that its own forms carry, with which it requests session tokens: a token in an address, in
 * storage or in a cached page would outlive the link.
 */
export async function renderEditorPage(
  config: Pick<Config, "corsOrigins" | "publicUrl">,
  visit: Visit,
  { id, name, state }: EditedWorkflow,
): Promise<{ headers: Record<string, string>; text: string }> {
  const { brand, words, framed } = visit;
  const parents = listFrameOrigins(config, brand);
  const nonce = framed ? randomBytes(16).toString("base64") : undefined;
  const facts: FrameFacts = {
    parents: [new URL(config.publicUrl).origin, ...parents],
    status: 200,
    path: buildVisitUrl(visit, buildEditorPath(id)),
    holdsWork: true,
    state,
  };
  const frameScript = `<script nonce="${nonce}" data-facts="${escapeHtml(JSON.stringify(facts))}">${FRAME_SCRIPT}</script>`;
  const colorOn = (scheme: "light" | "dark") => toHex(getSurfaceColor(brand, scheme).link);
  // web/src/customer/visit.ts reads this.
  const data = {
    environment: visit.link.scope.environment,
    workflow: id,
    back: { href: buildVisitUrl(visit, WORKFLOWS), label: words.t("workflows.title") },
    session: { path: buildVisitUrl(visit, "/editor-session"), form: visit.formToken },
    accent: { light: colorOn("light"), dark: colorOn("dark") },
    scheme: brand.scheme ?? "auto",
    company: visit.company,
    language: words.language,
  };
  const page = await readBuiltPage("customer-editor.html");
  const text = page
    .replace('<html lang="en">', () => `<html lang="${words.language}"${framed ? " data-framed" : ""}>`)
    .replace("<title></title>", () => `<title>${escapeHtml(name)}</title>${framed ? frameScript : ""}`)
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root" data-visit="${escapeHtml(JSON.stringify(data))}"></div><noscript>${escapeHtml(words.t("workflows.needsScript"))}</noscript>`,
    );
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": buildPagePolicy({ nonce, ancestors: ["'self'", ...parents].join(" ") }),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": "no-store",
  };
  return { headers, text };
}
