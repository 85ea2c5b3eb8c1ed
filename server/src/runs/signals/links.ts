import type { Deps } from "../../deps.ts";
import { mapTexts } from "../../platform/json/map-texts.ts";
import { createRedactor, escapeRegExp } from "../../platform/redact/redact-known.ts";
import { signId, verifySignedId } from "../../platform/signed-id.ts";
import type { WorkflowNode } from "../../workflows/definition/graph.ts";
import { findNodeType } from "../../workflows/nodes/list.ts";
import type { LinkKind } from "../../workflows/nodes/node.ts";
import { HIDDEN } from "../passwords.ts";
import { buildStepPath } from "../path.ts";

/** Where steps are approved; a token follows, as in the other places. */
export const APPROVAL_PATH = "/approve/";
/** Where tool calls are approved (`mcp/approvals`). It stands here because links to both are hidden together. */
export const CALL_APPROVAL_PATH = "/mcp/approve/";
const PLACES: Record<LinkKind, string> = { page: APPROVAL_PATH, hook: "/api/v1/wait/" };

/** The step of a run that a link belongs to. */
export interface LinkedStep {
  readonly runId: string;
  readonly path: string;
}

type LinkDeps = {
  config: Pick<Deps["config"], "publicUrl">;
  credentials: Pick<Deps["credentials"], "keyFor">;
};

/**
 * The links of those of `nodes` that wait for an answer, by node id; `pathPrefix` is that of their steps' paths. They
 * are derived from run and path alone (D105), so an earlier node can send them (`links` in expressions).
 */
export function buildStepLinks(
  deps: LinkDeps,
  runId: string,
  nodes: Iterable<Pick<WorkflowNode, "id" | "type">>,
  pathPrefix: string,
): Record<string, string> {
  const links: [string, string][] = [];
  for (const { id, type } of nodes) {
    const kind = findNodeType(type)?.link;
    if (!kind) continue;
    links.push([id, buildStepLink(deps, kind, { runId, path: buildStepPath(pathPrefix, id) })]);
  }
  return Object.fromEntries(links);
}

/** The link that answers one step. */
export function buildStepLink(deps: LinkDeps, kind: LinkKind, step: LinkedStep): string {
  return deps.config.publicUrl + PLACES[kind] + signStep(deps, kind, step);
}

/**
 * `value` as an account may read it: with a link in it, the account could answer in another's place. Links are recognized by their address; those of `runIds` also without it, in hex, or within base64.
 */
export function redactLinks<Value>(
  { config: { publicUrl } }: Pick<LinkDeps, "config">,
  runIds: readonly string[],
  value: Value,
): Value {
  const places = [...Object.values(PLACES), CALL_APPROVAL_PATH].flatMap((place) =>
    spellings(publicUrl + place),
  );
  const whole = new RegExp(`(?:${places.map(escapeRegExp).join("|")})[\\w-]+`, "gi");
  // The bytes of the id fill 16 characters, with which each token of the run begins.
  const begins = runIds.map((id) => Buffer.from(id, "hex").toString("base64url"));
  const tokens = begins.flatMap((begin) => [
    new RegExp(`${begin}[\\w-]*`, "g"),
    new RegExp(`${Buffer.from(begin).toString("hex")}[0-9a-f]*`, "gi"),
  ]);
  const hideWithin = createRedactor(begins, { mark: HIDDEN });
  const hideAll = (text: string) => {
    const left = [whole, ...tokens].reduce((rest, pattern) => rest.replace(pattern, HIDDEN), text);
    return hideWithin(left);
  };
  return mapTexts(value, { text: hideAll, name: hideAll }) as Value;
}

/** An address as it is, encoded once, and encoded twice. */
function spellings(address: string): string[] {
  const encoded = encodeURIComponent(address);
  return [address, encoded, encodeURIComponent(encoded)];
}

/** The step that a token of this kind names; undefined for one that was not issued here, or for the other kind. */
export function verifyLinkToken(
  deps: Pick<LinkDeps, "credentials">,
  kind: LinkKind,
  token: string,
): LinkedStep | undefined {
  const named = verifySignedId(token, (runId, path) => signStep(deps, kind, { runId, path }));
  return named && { runId: named.id, path: named.tail };
}

function signStep(deps: Pick<LinkDeps, "credentials">, kind: LinkKind, { runId, path }: LinkedStep): string {
  const covered = Buffer.concat([Buffer.from(runId, "hex"), Buffer.from(path)]);
  return signId(deps.credentials.keyFor(`answer ${kind}`), covered, runId, path);
}
