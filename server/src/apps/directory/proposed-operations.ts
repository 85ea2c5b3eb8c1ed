import type { OperationSummary } from "../providers/openapi/operations.ts";

const MOST_PROPOSED = 10;

/** An operation of a document, and whether it is one of its main operations. */
export type ProposedOperation = OperationSummary & { readonly proposed: boolean };

/**
 * The operations of a document with ten main ones first: list, get, create, update and delete of its main objects, which
 * are those with most of these, and of shortest path.
 */
export function listProposedOperations(operations: readonly OperationSummary[]): ProposedOperation[] {
  const objects = Map.groupBy(
    operations.filter((one) => !one.deprecated && kindOf(one) !== undefined),
    ({ path }) => path.replace(ITEM, ""),
  );
  const ranked = [...objects].sort(
    ([a, ofA], [b, ofB]) => countKinds(ofB) - countKinds(ofA) || depthOf(a) - depthOf(b),
  );
  const chosen = new Set<OperationSummary>();
  for (const [, list] of ranked) {
    const kinds = [...list].sort((a, b) => KINDS.indexOf(kindOf(a) ?? "") - KINDS.indexOf(kindOf(b) ?? ""));
    for (const one of kinds) if (chosen.size < MOST_PROPOSED) chosen.add(one);
  }
  const first = operations.filter((one) => chosen.has(one)).map((one) => ({ ...one, proposed: true }));
  const rest = operations.filter((one) => !chosen.has(one)).map((one) => ({ ...one, proposed: false }));
  return [...first, ...rest];
}

const ITEM = /\/\{[^{}/]+\}$/;
const KINDS = ["list", "get", "create", "update", "delete"];

/** What an operation does with an object whose path has at most one parameter; undefined for anything else. */
function kindOf({ method, path }: OperationSummary): string | undefined {
  const parameters = path.match(/\{/g)?.length ?? 0;
  const isItem = ITEM.test(path);
  if (parameters > (isItem ? 1 : 0)) return undefined;
  if (method === "GET") return isItem ? "get" : "list";
  if (method === "POST") return isItem ? undefined : "create";
  if (method === "DELETE") return isItem ? "delete" : undefined;
  return isItem ? "update" : undefined;
}

function countKinds(operations: readonly OperationSummary[]): number {
  return new Set(operations.map(kindOf)).size;
}

function depthOf(path: string): number {
  return path.split("/").length;
}
