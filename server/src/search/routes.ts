import { type Static, Type } from "typebox";
import { type AccountHit, findAccounts } from "../accounts/search.ts";
import { listApplications } from "../apps/catalog/application.ts";
import type { DirectoryEntry } from "../apps/directory/entry-schema.ts";
import { buildDirectoryIconUrl, buildIconUrl } from "../apps/manage/icon-route.ts";
import { getScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { badField } from "../platform/errors.ts";
import { Record } from "../platform/http/route.ts";
import { findRecords, type Hit, KINDS, MOST_HITS, MOST_OF_A_KIND, type SearchKind } from "./find.ts";

const Query = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      "Words in a name, the beginning of an id, or at least the last 8 characters of the id of one of the newest 20,000 executions, events or deliveries.",
  }),
  kinds: Type.Optional(
    Type.String({ maxLength: 200, description: `Comma-separated kinds: ${KINDS.join(", ")}. Default: all.` }),
  ),
});

const SearchHit = Record("SearchHit", {
  kind: Type.Enum(KINDS),
  id: Type.String({
    description:
      "Id to read the record by: for a linked account your own id, for an application its slug. An `application` belongs to the organization, a `directory_application` can be added.",
  }),
  name: Type.String(),
  detail: Type.Optional(
    Type.String({
      description: "Distinguishes it from others of the same name, such as a status or an alias.",
    }),
  ),
  linked_account_id: Type.Optional(Type.String({ description: "The linked account that it belongs to." })),
  icon_url: Type.Optional(Type.String({ description: "Only for applications." })),
});

type SearchDeps = Pick<Deps, "db" | "catalog" | "directory" | "log">;

const operation = defineOperations<SearchDeps>("Search");

/** One search over everything that has a name or an id. */
export const SEARCH_OPERATIONS = [
  operation({
    id: "search",
    method: "get",
    path: "/api/v2/public/search",
    least: "viewer",
    credentials: "apiKey",
    summary: "Search everything",
    description:
      "Finds workflows, linked accounts, applications, executions and more by words in their name or by the beginning of an id; exact matches come first. Returns at most 20, and at most 5 of each kind if you search several.",
    schema: { querystring: Query, response: { 200: Type.Object({ docs: Type.Array(SearchHit) }) } },
    run: async (deps, request) => {
      const text = request.query.q.trim();
      if (text === "") return { docs: [] };
      const kinds = readKinds(request.query.kinds);
      const limit = kinds.size === 1 ? MOST_HITS : MOST_OF_A_KIND;
      const scope = getScope(request);
      const asked = { text, kinds, limit };
      const [records, accounts, applications] = await Promise.all([
        findRecords(deps.db, scope, asked),
        kinds.has("linked_account") ? findAccounts(deps.db, scope, asked) : [],
        findApplications(deps, scope, asked),
      ]);
      const found = [...records, ...accounts.map((account) => hitOf(account, text))];
      const hits = [...found.map((hit) => ({ hit, iconUrl: "" })), ...applications];
      return { docs: hits.sort(byRank).slice(0, MOST_HITS).map(present) };
    },
  }),
];

interface RankedHit {
  readonly hit: Hit;
  /** Empty without an icon. */
  readonly iconUrl: string;
}

/** Exact hits first, then by kind; the order within a kind is kept. */
function byRank({ hit: one }: RankedHit, { hit: other }: RankedHit): number {
  return Number(other.isExact) - Number(one.isExact) || KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
}

function hitOf({ accountId, name }: AccountHit, text: string): Hit {
  const isExact = [accountId, name].some((one) => one?.toLowerCase() === text.toLowerCase());
  return { kind: "linked_account", id: accountId, name, detail: null, accountId: null, isExact };
}

/** Applications of the organization, and those of the directory that it does not have yet. */
async function findApplications(
  deps: SearchDeps,
  scope: Scope,
  { text, kinds, limit }: { text: string; kinds: ReadonlySet<SearchKind>; limit: number },
): Promise<RankedHit[]> {
  if (!kinds.has("application") && !kinds.has("directory_application")) return [];
  const applications = await listApplications(deps, scope);
  const found: RankedHit[] = [];
  if (kinds.has("application")) {
    const hits = applications.flatMap((application) => {
      const hit = matchApplication(application.connector.info, "application", text);
      if (hit === undefined) return [];
      const detail = application.enabled ? null : "not enabled";
      return [{ hit: { ...hit, detail }, iconUrl: buildIconUrl(application.connector) }];
    });
    found.push(...sortByStart(hits, text).slice(0, limit));
  }
  if (kinds.has("directory_application")) {
    const added = new Set(applications.map(({ connector }) => connector.info.slug));
    const hits = (await deps.directory()).find({}).flatMap((entry) => {
      const hit = added.has(entry.slug) ? undefined : matchApplication(entry, "directory_application", text);
      return hit === undefined ? [] : [{ hit, iconUrl: buildDirectoryIconUrl(entry) }];
    });
    found.push(...sortByStart(hits, text).slice(0, limit));
  }
  return found;
}

function matchApplication(
  { slug, name, tags = [] }: Pick<DirectoryEntry, "slug" | "name" | "tags">,
  kind: SearchKind,
  text: string,
): Hit | undefined {
  const described = `${slug} ${name} ${tags.join(" ")}`.toLowerCase();
  const asked = text.toLowerCase();
  if (!asked.split(/\s+/).every((word) => described.includes(word))) return undefined;
  return {
    kind,
    id: slug,
    name,
    detail: null,
    accountId: null,
    isExact: [slug, name.toLowerCase()].includes(asked),
  };
}

/** Those whose name begins with the text's first word come first; the order is kept otherwise. */
function sortByStart(hits: readonly RankedHit[], text: string): RankedHit[] {
  const [start = ""] = text.toLowerCase().split(/\s+/);
  const rank = ({ hit }: RankedHit) => (hit.name?.toLowerCase().startsWith(start) ? 0 : 1);
  return [...hits].sort((one, other) => rank(one) - rank(other));
}

function present({ hit, iconUrl }: RankedHit): Static<typeof SearchHit> {
  return {
    kind: hit.kind,
    id: hit.id,
    name: hit.name ?? hit.id,
    detail: hit.detail ?? undefined,
    linked_account_id: hit.accountId ?? undefined,
    ...(iconUrl !== "" && { icon_url: iconUrl }),
  };
}

function readKinds(text: string | undefined): ReadonlySet<SearchKind> {
  if (!text) return new Set(KINDS);
  const known: readonly string[] = KINDS;
  const asked = text.split(",").map((kind) => kind.trim());
  const wrong = asked.find((kind) => !known.includes(kind));
  if (wrong !== undefined) throw badField("kinds", `kinds: "${wrong}" is not one of ${KINDS.join(", ")}.`);
  return new Set(asked as SearchKind[]);
}
