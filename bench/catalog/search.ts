// Searches in the actions of 2,000 applications: `npm run bench:search [-- applications]`. Prints how long indexing
// takes, and per query what is found, the median and the slowest of 20 searches; exits with 1 if a median exceeds the
// target.

import { loadCatalog, SHIPPED_CONNECTORS } from "../../server/src/apps/catalog/catalog.ts";
import { createActionWords } from "../../server/src/apps/catalog/find-actions.ts";
import type { Connector } from "../../server/src/apps/connector.ts";
import { searchWordIndexes } from "../../server/src/platform/words/word-index.ts";
import { printTable } from "../processes.ts";

const TARGET_MS = 30;
const ACTIONS_EACH = 20;
const ROUNDS = 20;
// The last ones find a third of all actions and more.
const QUERIES = [
  "create invoice",
  "send a message to a slack channel",
  "refund a payment of a customer",
  "add row to sheet",
  "merge pull request",
  "zebra",
  "list",
  "get all deals from hubspot",
  "c",
];

const [applications = 2000] = process.argv.slice(2).map(Number);
const catalog = await loadCatalog({
  directories: [SHIPPED_CONNECTORS],
  environment: () => undefined,
  compiled: SHIPPED_CONNECTORS,
});
const connectors = Array.from({ length: applications }, (_, at) => copyOf(catalog.list(), at));
const startMs = performance.now();
const actionWords = createActionWords();
const indexes = connectors.map(actionWords);
const indexedMs = performance.now() - startMs;
const actions = indexes.reduce((sum, { size }) => sum + size, 0);
console.log(`${actions} actions of ${applications} applications are indexed in ${Math.round(indexedMs)} ms.`);
const rows = QUERIES.map((query) => ({ query, ...measure(query) }));
printTable(`Searches, of which the median may take ${TARGET_MS} ms`, rows);
if (rows.some(({ ms }) => ms > TARGET_MS)) process.exitCode = 1;

/** A shipped connector under another name, with as many actions as an application of one's own often has. */
function copyOf(shipped: readonly Connector[], at: number): Connector {
  const all = shipped.flatMap(({ info }) => info.actions);
  const actions = Array.from({ length: ACTIONS_EACH }, (_, n) => all[(at * ACTIONS_EACH + n) % all.length]);
  const original = shipped[at % shipped.length] as Connector; // within the list
  const info = {
    ...original.info,
    slug: `${original.info.slug}-${at}`,
    actions: actions.flatMap((one) => one ?? []),
  };
  return { ...original, info };
}

function measure(query: string) {
  const times: number[] = [];
  let total = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const beganMs = performance.now();
    ({ total } = searchWordIndexes(indexes, query, { offset: 0, limit: 10 }));
    times.push(performance.now() - beganMs);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor(share * (ROUNDS - 1))] ?? 0).toFixed(1));
  return { found: total, ms: at(0.5), "slowest, ms": at(1) };
}
