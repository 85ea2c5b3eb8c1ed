import { type Static, Type } from "typebox";
import { type AccountHit, findAccounts } from "../accounts/search.ts";
import { type Application, listApplications } from "../apps/catalog/application.ts";
import { buildIconUrl } from "../apps/manage/icon-route.ts";
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
    description: "Id to read the record by: for a linked account your own id, for an application its slug.",
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

const operation = defineOperations<Pick<Deps, "db" | "catalog" | "log">>("Search");

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
        kinds.has("application") ? findApplications(deps, scope, asked) : [],
      ]);
      const found = [...records, ...accounts.map((account) => hitOf(account, text))];
      const hits = [...found.map((hit) => ({ hit, application: undefined })), ...applications];
      return { docs: hits.sort(byRank).slice(0, MOST_HITS).map(present) };
    },
  }),
];

interface RankedHit {
  readonly hit: Hit;
  readonly application: Application | undefined;
}

/** Exact hits first, then by kind; the order within a kind is kept. */
function byRank({ hit: one }: RankedHit, { hit: other }: RankedHit): number {
  return Number(other.isExact) - Number(one.isExact) || KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);
}

function hitOf({ accountId, name }: AccountHit, text: string): Hit {
  const isExact = [accountId, name].some((one) => one?.toLowerCase() === text.toLowerCase());
  return { kind: "linked_account", id: accountId, name, detail: null, accountId: null, isExact };
}

async function findApplications(
  deps: Pick<Deps, "db" | "catalog" | "log">,
  scope: Scope,
  { text, limit }: { text: string; limit: number },
): Promise<RankedHit[]> {
  const words = text.toLowerCase().split(/\s+/);
  const found = (await listApplications(deps, scope)).flatMap((application): RankedHit[] => {
    const { slug, name, tags } = application.connector.info;
    const described = `${slug} ${name} ${tags.join(" ")}`.toLowerCase();
    if (!words.every((word) => described.includes(word))) return [];
    const isExact = [slug, name.toLowerCase()].includes(text.toLowerCase());
    const detail = application.enabled ? null : "not enabled";
    return [{ hit: { kind: "application", id: slug, name, detail, accountId: null, isExact }, application }];
  });
  // By name, but those that begin with the text come first.
  const begins = ({ hit }: RankedHit) => (hit.name?.toLowerCase().startsWith(words[0] ?? "") ? 0 : 1);
  return found.sort((one, other) => begins(one) - begins(other)).slice(0, limit);
}

function present({ hit, application }: RankedHit): Static<typeof SearchHit> {
  const icon = application && !application.custom ? buildIconUrl(application.connector) : "";
  return {
    kind: hit.kind,
    id: hit.id,
    name: hit.name ?? hit.id,
    detail: hit.detail ?? undefined,
    linked_account_id: hit.accountId ?? undefined,
    ...(icon !== "" && { icon_url: icon }),
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
