import type { Manifest } from "../server/src/apps/providers/manifest/schema/manifest-schema.ts";
import { ofErrors, ofOAuth } from "./mutants-of-answers.ts";

/** A part of a connector that its suite tests separately. */
export type Part =
  | { kind: "check" }
  | { kind: "oauth2" }
  | { kind: "errors" }
  | { kind: "action" | "options" | "trigger"; id: string };

/** A manifest with one mistake; `what` says where and which, `part` names the part of the suite that must detect it. */
export interface Mutant {
  what: string;
  part: Part;
  manifest: Manifest;
}

type Path = readonly (string | number)[];
type Fields = Readonly<Record<string, unknown>>;

/** One mistake: a changed value at `path`, or a renamed member. */
export type ManifestChange =
  | { path: Path; what: string; to: (value: unknown) => unknown }
  | { path: Path; what: string; rename: string };

/**
 * Every mistake of the kinds that people make, one at a time: paths, methods, names, page rules, references, proofs.
 */
export function mutantsOf(manifest: Manifest): Mutant[] {
  const changes = [
    ...inCheck(manifest),
    ...inActions(manifest),
    ...inOptions(manifest),
    ...inTriggers(manifest),
    ...inPart({ kind: "oauth2" }, ["auth", "oauth2"], ofOAuth(manifest.auth.oauth2)),
    ...inPart({ kind: "oauth2" }, ["auth", "oauth2", "accounts"], ofAccounts(manifest)),
    ...inPart({ kind: "errors" }, [], ofErrors(manifest.errors)),
  ];
  return changes.map(({ part, change }) => ({
    part,
    what: `${change.path.join(".")}: ${change.what}`,
    manifest: changed(manifest, change.path, change) as Manifest,
  }));
}

interface PartChange {
  part: Part;
  change: ManifestChange;
}

function inActions(manifest: Manifest): PartChange[] {
  return Object.entries(manifest.actions).flatMap(([id, action]) =>
    inPart(
      { kind: "action", id },
      ["actions", id],
      [
        ...ofRequest(["request"], action.request),
        ...ofRequest(["columns", "request"], action.columns?.request),
        ...ofDotted(["columns", "names"], action.columns?.names),
        ...ofDotted(["rows", "from"], action.rows?.from),
        ...ofPaging(["paging"], action.paging),
        ...ofPlaces(["response"], action.response),
        ...ofPlaces(["paging", "item"], action.paging?.item),
      ],
    ),
  );
}

function inOptions(manifest: Manifest): PartChange[] {
  return Object.entries(manifest.options ?? {}).flatMap(([id, list]) =>
    inPart(
      { kind: "options", id },
      ["options", id],
      [
        ...ofRequest(["request"], list.request),
        ...ofPaging(["paging"], list.paging),
        ...ofDotted(["items"], list.items),
        ...ofPlaces(["name"], list.name),
        ...ofPlaces(["value"], list.value),
      ],
    ),
  );
}

function inTriggers(manifest: Manifest): PartChange[] {
  return Object.entries(manifest.triggers ?? {}).flatMap(([id, trigger]) =>
    inPart(
      { kind: "trigger", id },
      ["triggers", id],
      [...ofPoll(["poll"], trigger.poll), ...ofWebhook(["webhook"], trigger.webhook)],
    ),
  );
}

function inCheck(manifest: Manifest): PartChange[] {
  return inPart(
    { kind: "check" },
    [],
    [
      ...ofRequest(["check", "request"], manifest.check?.request),
      ...ofPlaces(["check", "account"], manifest.check?.account),
      ...ofPlaces(["check", "scopes"], manifest.check?.scopes),
      ...ofNames(["headers"], manifest.headers),
      ...ofNames(["auth", "keybased", "apply", "headers"], manifest.auth.keybased?.apply?.headers),
      ...ofNames(["auth", "keybased", "apply", "query"], manifest.auth.keybased?.apply?.query),
      ...ofNames(["auth", "oauth2", "apply", "headers"], manifest.auth.oauth2?.apply?.headers),
    ],
  );
}

/** Mistakes in the list of what a consent gives access to. */
function ofAccounts({ auth }: Manifest): ManifestChange[] {
  const accounts = auth.oauth2?.accounts;
  if (accounts === undefined) return [];
  const { only } = accounts;
  return [
    ...ofRequest(["request"], accounts.request),
    ...ofNames(["apply", "headers"], accounts.apply?.headers),
    ...ofPlaces(["apply"], accounts.apply),
    ...(accounts.request.base_url === undefined
      ? []
      : [{ path: ["request", "base_url"], what: "misspelt", to: (value: unknown) => `${value}x` }]),
    ...ofDotted(["items"], accounts.items),
    ...ofPaging(["paging"], accounts.paging),
    ...ofPlaces(["name"], accounts.name),
    ...ofPlaces(["detail"], accounts.detail),
    ...ofPlaces(["settings"], accounts.settings),
    ...(only === undefined
      ? []
      : [
          { path: ["only"], what: "left out", to: () => undefined },
          ...ofDotted(["only", "item"], only.item),
          ...only.equals.map(
            (one, i): ManifestChange => ({ path: ["only", "equals", i], what: `not ${one}`, to: () => "x" }),
          ),
        ]),
  ];
}

function inPart(part: Part, path: Path, changes: ManifestChange[]): PartChange[] {
  return changes.map((change) => ({ part, change: { ...change, path: [...path, ...change.path] } }));
}

function ofRequest(
  path: Path,
  request: Manifest["actions"][string]["request"] | undefined,
): ManifestChange[] {
  if (request === undefined) return [];
  const method = request.method === "DELETE" ? "POST" : "DELETE";
  const bodies = (["query", "json", "form", "multipart"] as const).flatMap((name) => {
    const value: unknown = request[name];
    return isFields(value) ? ofNames([...path, name], value) : [];
  });
  return [
    { path: [...path, "path"], what: "another segment", to: (value) => wrongSegment(String(value)) },
    { path: [...path, "method"], what: method, to: () => method },
    ...bodies,
    ...ofNames([...path, "headers"], request.headers),
  ];
}

/** Misspells the last fixed segment, or adds a segment if there is none. */
function wrongSegment(path: string): string {
  const fixed = path.replace(/([A-Za-z0-9_.-]+)(?=(\/\{\{[^}]*\}\}|\/)*$)/, "$1x");
  return fixed === path ? `${path.replace(/\/$/, "")}/x` : fixed;
}

function ofNames(path: Path, fields: Fields | undefined): ManifestChange[] {
  return Object.keys(fields ?? {})
    .filter((name) => !name.includes("{{"))
    .map((name) => ({ path: [...path, name], what: "misspelt", rename: misspelt(name) }));
}

/** Misspells the part before the brackets of a nested name. */
function misspelt(name: string): string {
  return name.replace(/^[^[]+/, "$&x");
}

function ofDotted(path: Path, dotted: string | undefined): ManifestChange[] {
  if (dotted === undefined) return [];
  return [{ path, what: "misspelt", to: () => `${dotted}${dotted === "body" ? ".x" : "x"}` }];
}

/** Misspells the last name of each placeholder in a template. */
function ofPlaces(path: Path, value: unknown): ManifestChange[] {
  if (typeof value === "string") {
    const places = [...value.matchAll(/\{\{\s*([^{}\s]+)\s*\}\}/g)].filter(([, name]) => name?.includes("."));
    return places.map(([place, name]) => ({
      path,
      what: `${name} misspelt`,
      to: () => value.replace(place, `{{ ${name}x }}`),
    }));
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => ofPlaces([...path, i], item));
  return isFields(value)
    ? Object.entries(value).flatMap(([name, member]) => ofPlaces([...path, name], member))
    : [];
}

function ofPaging(
  path: Path,
  paging: Manifest["actions"][string]["paging"] | undefined | object,
): ManifestChange[] {
  if (!isFields(paging)) return [];
  const dotted = (place: Path, value: unknown) => (typeof value === "string" ? ofDotted(place, value) : []);
  return [
    ...dotted([...path, "items"], paging.items),
    ...(["cursor", "page", "offset", "link"] as const).flatMap((manner) => {
      const rule = paging[manner];
      if (!isFields(rule)) return [];
      const place = [...path, manner];
      return [
        ...(["from", "to", "more", "pages", "total"] as const).flatMap((name) =>
          dotted([...place, name], rule[name]),
        ),
        ...(typeof rule.size === "number"
          ? [{ path: [...place, "size"], what: "one more", to: plusOne }]
          : []),
        ...(manner === "page"
          ? [{ path: [...place, "first"], what: "one less or more", to: otherFirst }]
          : []),
        ...(manner === "link" && rule.from === undefined
          ? [{ path: [...place, "from"], what: "elsewhere", to: () => "body.nowhere" }]
          : []),
      ];
    }),
  ];
}

const plusOne = (value: unknown) => Number(value) + 1;
const otherFirst = (value: unknown) => (value === 0 ? 1 : 0);

type Triggers = NonNullable<Manifest["triggers"]>;
type List = Triggers[string]["poll"] | NonNullable<Triggers[string]["webhook"]>["missed"];

function ofPoll(path: Path, poll: List): ManifestChange[] {
  if (poll === undefined) return [];
  return [
    ...ofRequest([...path, "request"], poll.request),
    ...ofDotted([...path, "items"], poll.items),
    ...ofPlaces([...path, "key"], poll.key),
    ...ofPlaces([...path, "position"], poll.position),
    ...(poll.overlap !== undefined && poll.position !== undefined
      ? [{ path: [...path, "overlap"], what: "left out", to: () => undefined }]
      : []),
    ...ofPlaces([...path, "data"], poll.data),
    ...(poll.paging?.items === undefined ? [] : ofDotted([...path, "paging", "items"], poll.paging.items)),
  ];
}

function ofWebhook(
  path: Path,
  webhook: NonNullable<Manifest["triggers"]>[string]["webhook"],
): ManifestChange[] {
  if (webhook === undefined) return [];
  const { subscribe, unsubscribe, renew, missed, verify, when, challenge } = webhook;
  // An address has nothing that could be misspelt.
  const { address: _address, ...proofs } = verify;
  const [kind = "hmac", proof = {}] = Object.entries<Fields>(proofs)[0] ?? [];
  const place = [...path, "verify", kind];
  return [
    ...ofRequest([...path, "subscribe", "request"], subscribe?.request),
    ...ofPlaces([...path, "subscribe", "state"], subscribe?.state),
    ...ofRequest([...path, "unsubscribe", "request"], unsubscribe?.request),
    ...ofRequest([...path, "renew", "request"], renew?.request),
    ...ofConditions([...path, "renew", "alive"], renew?.alive),
    ...ofPoll([...path, "missed"], missed),
    ...(["header", "query", "body", "prefix", "part"] as const).flatMap((name): ManifestChange[] =>
      typeof proof[name] === "string"
        ? [{ path: [...place, name], what: "misspelt", to: (value) => `${value}x` }]
        : [],
    ),
    ...(typeof proof.signed === "string"
      ? [{ path: [...place, "signed"], what: "with something else", to: (value: unknown) => `${value}x` }]
      : []),
    ...ofPlaces([...path, "key"], webhook.key),
    ...ofPlaces([...path, "data"], webhook.data),
    ...ofDotted([...path, "items"], webhook.items),
    ...ofConditions([...path, "when"], when),
    ...ofPlaces([...path, "challenge", "reply"], challenge?.reply),
  ];
}

function ofConditions(path: Path, conditions: unknown): ManifestChange[] {
  return [conditions ?? []].flat().map((_, i): ManifestChange => {
    const at = Array.isArray(conditions) ? [...path, i] : path;
    return { path: [...at, "path"], what: "misspelt", to: (value) => `${value}x` };
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy with one change; unchanged parts are shared, so that their compiled schemas are reused. */
function changed(value: unknown, [name, ...rest]: Path, change: ManifestChange): unknown {
  if (name === undefined) return "to" in change ? change.to(value) : value;
  if (Array.isArray(value)) return value.map((item, i) => (i === name ? changed(item, rest, change) : item));
  const fields: Fields = isFields(value) ? value : {};
  if ("rename" in change && rest.length === 0) {
    return Object.fromEntries(
      Object.entries(fields).map(([key, member]) => [key === name ? change.rename : key, member]),
    );
  }
  return { ...fields, [name]: changed(fields[String(name)], rest, change) };
}
