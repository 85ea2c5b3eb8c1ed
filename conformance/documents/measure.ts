// Imports one OpenAPI document of each of 300 domains and has Prism judge the requests of 40 of them. Prints how many
// could be imported, connected and called: `npm run bench:documents`.

import type { JsonObject } from "../../server/src/apps/connector.ts";
import type { Manifest } from "../../server/src/apps/providers/manifest/schema/manifest-schema.ts";
import { importDocument } from "../../server/src/apps/providers/openapi/import-document.ts";
import { OpenApiError } from "../../server/src/apps/providers/openapi/openapi-error.ts";
import { chooseDocuments, countOperations, type DirectoryDocument, readText } from "./directory.ts";
import { startMock } from "./mock.ts";
import { judgeRequests } from "./requests.ts";

const DOCUMENTS = 300;
const JUDGED = 40;

interface Figures {
  imported: { document: DirectoryDocument; manifest: Manifest }[];
  usable: number;
  asking: number;
  checked: number;
  operations: number;
  kept: number;
  withWebhooks: number;
  webhooks: number;
  refused: string[];
  leftOut: Map<string, number>;
}

function importAll(documents: readonly DirectoryDocument[]): Figures {
  const figures: Figures = {
    imported: [],
    usable: 0,
    asking: 0,
    checked: 0,
    operations: 0,
    kept: 0,
    withWebhooks: 0,
    webhooks: 0,
    refused: [],
    leftOut: new Map(),
  };
  for (const document of documents) {
    const text = readText(document);
    figures.operations += countOperations(text);
    try {
      const { manifest, warnings } = importDocument({ text });
      const isAsking = !hasCredential(manifest);
      figures.imported.push({ document, manifest: isAsking ? answer(text, warnings) : manifest });
      figures.kept += Object.keys(manifest.actions).length;
      const webhooks = Object.values(manifest.triggers ?? {}).filter(({ webhook }) => webhook !== undefined);
      figures.webhooks += webhooks.length;
      if (webhooks.length > 0) figures.withWebhooks += 1;
      if (manifest.check !== undefined) figures.checked += 1;
      if (isAsking) figures.asking += 1;
      else figures.usable += 1;
      for (const warning of warnings) countWarning(figures.leftOut, warning);
    } catch (error) {
      if (!(error instanceof OpenApiError)) throw error;
      figures.refused.push(`${document.domain}: ${error.message.slice(0, 300)}`);
    }
  }
  return figures;
}

function hasCredential({ auth }: Manifest): boolean {
  return auth.oauth2 !== undefined || (auth.keybased?.fields.length ?? 0) > 0;
}

/** Answers the importer's question as the document suggests: a parameter that looks like a key, or a bearer token. */
function answer(text: string, warnings: readonly string[]): Manifest {
  const [, name, place] =
    /^The document has no securitySchemes.*looks like it: (\S+) \((header|query)\)/.exec(
      warnings.find((one) => one.includes("looks like it")) ?? "",
    ) ?? [];
  const isKey = name !== undefined && name.toLowerCase() !== "authorization";
  const scheme: JsonObject = isKey
    ? { type: "apiKey", in: place ?? "header", name }
    : { type: "http", scheme: "bearer" };
  return importDocument({ text, scheme }).manifest;
}

/** Counts a warning by what it says without names. */
function countWarning(kinds: Map<string, number>, warning: string): void {
  const kind = warning
    .replace(/^(?:GET|POST|PUT|PATCH|DELETE) \S+( \S+)*?: /, "")
    .replace(/\S*[/{}_.#]\S+|parameter \S+/g, "…")
    .slice(0, 110);
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
}

function printCounts(title: string, counts: ReadonlyMap<string, number>, most: number): void {
  console.log(`\n${title}`);
  const sorted = [...counts].sort(([, a], [, b]) => b - a).slice(0, most);
  for (const [kind, count] of sorted) console.log(`${String(count).padStart(7)}  ${kind}`);
}

async function judgeSome({ imported }: Figures): Promise<void> {
  const totals = { documents: 0, sent: 0, valid: 0 };
  const kinds = new Map<string, number>();
  const examples = new Map<string, string>();
  // The same documents whatever could be imported, so that figures can be compared.
  const step = Math.floor(DOCUMENTS / JUDGED);
  const chosen = new Set(documents.filter((_, index) => index % step === 0).map(({ domain }) => domain));
  for (const one of imported.filter(({ document }) => chosen.has(document.domain))) {
    const mock = await startMock(readText(one.document));
    if (mock === undefined) continue;
    const tally = await judgeRequests(one.manifest, mock).finally(mock.close);
    totals.documents += 1;
    totals.sent += tally.sent;
    totals.valid += tally.valid;
    for (const [kind, count] of tally.kinds) kinds.set(kind, (kinds.get(kind) ?? 0) + count);
    for (const [kind, text] of tally.examples)
      if (!examples.has(kind)) examples.set(kind, `${one.document.domain} ${text}`);
  }
  const share = ((100 * totals.valid) / totals.sent).toFixed(1);
  console.log(
    `\nRequests valid by Prism: ${totals.valid} of ${totals.sent} (${share} %) of ${totals.documents} documents`,
  );
  printCounts("Violations by kind", kinds, 30);
  for (const [kind, text] of examples) console.log(`  ${kind}\n      ${text}`);
}

const documents = chooseDocuments(DOCUMENTS);
const figures = importAll(documents);
console.log(`Documents: ${documents.length}`);
console.log(`Imported: ${figures.imported.length}`);
console.log(
  `With a credential by the document alone: ${figures.usable}; asking for one, and connected once told: ${figures.asking}`,
);
console.log(`With a proposed request that tests a credential: ${figures.checked}`);
console.log(`Operations kept: ${figures.kept} of ${figures.operations}`);
console.log(`With webhooks: ${figures.withWebhooks}, which give ${figures.webhooks} triggers`);
console.log(`Refused: ${figures.refused.length}`);
for (const reason of figures.refused) console.log(`  ${reason}`);
printCounts("Warnings", figures.leftOut, 40);
if (!process.argv.includes("--no-requests")) await judgeSome(figures);
