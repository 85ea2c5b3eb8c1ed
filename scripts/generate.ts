import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import { buildApp } from "../server/src/api/app.ts";
import { METRICS } from "../server/src/api/metrics.ts";
import {
  COMPILED_FILE,
  compileConnectors,
  GRADES_FILE,
} from "../server/src/apps/catalog/compiled-connectors.ts";
import { compileDirectory } from "../server/src/apps/directory/compile-directory.ts";
import {
  COMPILED_DIRECTORY,
  createDirectory,
  DIRECTORY_FOLDER,
  parseEntries,
} from "../server/src/apps/directory/directory.ts";
import { renderSchema, SCHEMAS_FOLDER } from "../server/src/commands/configuration/files/render-file.ts";
import { RESOURCE_KINDS } from "../server/src/commands/configuration/kinds/list.ts";
import { renderTestSchema, TEST_SCHEMA_FILE } from "../server/src/commands/test/file/render-schema.ts";
import { readConfig } from "../server/src/config.ts";
import { createLog } from "../server/src/platform/log.ts";
import { SETTINGS } from "../server/src/settings.ts";
import { buildDeps } from "../server/src/start/build-deps.ts";
import { NODE_TYPES } from "../server/src/workflows/nodes/list.ts";
import { describeCatalog, gradeConnectors } from "./describe-catalog.ts";
import { describeMetrics } from "./describe-metrics.ts";
import { describeNodes } from "./describe-nodes.ts";
import { readIcon } from "./read-icon.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Of the example's files, as `junctor pull` writes them. */
const SCHEMAS = `examples/configuration/junctor/${SCHEMAS_FOLDER}`;

/** Every file that is generated from the server's code and the manifests: path from the root to text. */
async function generate(): Promise<Map<string, string>> {
  const document = await readDocument();
  const directory = compileDirectory(DIRECTORY_FOLDER, readIcon);
  return new Map([
    ["openapi.json", `${JSON.stringify(document, null, 2)}\n`],
    ["server/src/portal/embed/connect-element.generated.js", connectScript()],
    ["docs/configuration.md", describeSettings()],
    ["docs/nodes.md", describeNodes(readText("docs/nodes.md") ?? "", NODE_TYPES)],
    ["docs/metrics.md", describeMetrics(readText("docs/metrics.md") ?? "", METRICS)],
    [`connectors/${COMPILED_FILE}`, await compileConnectors(join(ROOT, "connectors"))],
    [`connectors/${GRADES_FILE}`, `${JSON.stringify(await gradeConnectors(), null, 2)}\n`],
    [`directory/${COMPILED_DIRECTORY}`, directory],
    ...RESOURCE_KINDS.map((kind): [string, string] => [`${SCHEMAS}/${kind.folder}.json`, renderSchema(kind)]),
    [`${SCHEMAS}/${TEST_SCHEMA_FILE}`, renderTestSchema()],
    ["docs/catalog.md", await describeCatalog(createDirectory(parseEntries(directory)))],
  ]);
}

/** The client library's element as the script that a server serves; it finds the server's address by itself. */
function connectScript(): string {
  const options = { target: ScriptTarget.ES2022, module: ModuleKind.ES2022, removeComments: true };
  const source = readText("sdk/src/connect-element.ts") ?? "";
  const { outputText } = transpileModule(source, { compilerOptions: options });
  const address = `JunctorConnectElement.defaultBaseUrl = new URL("..", import.meta.url).href;`;
  // Set before the element is defined, because elements that are already on the page start then.
  const [before, after, ...more] = outputText.split("if (globalThis.customElements");
  if (after === undefined || more.length > 0) throw new Error("The element must be defined once.");
  const banner = `// Written by "npm run generate" from sdk/src/connect-element.ts; do not edit.\n`;
  return `${banner}${before}${address}\nif (globalThis.customElements${after}`;
}

/** Reads the OpenAPI document from a server on an embedded database in a temporary folder. */
async function readDocument(): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), "junctor-generate-"));
  try {
    const config = readConfig({ JUNCTOR_DATA_DIR: dataDir });
    const deps = await buildDeps(config, { queueNames: [], works: false, log: createLog("error") });
    const app = await buildApp(deps);
    await app.ready();
    const document: object = JSON.parse(JSON.stringify(app.swagger()));
    await app.close();
    await deps.close();
    return document;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function describeSettings(): string {
  const rows = SETTINGS.map(({ name, fallback, about, isSecret }) => {
    const shown = fallback ? `\`${fallback}\`` : "–";
    return `| \`${name}\`${isSecret ? " *" : ""} | ${shown} | ${about.replaceAll("|", "\\|")} |`;
  });
  return `# Configuration

Junctor is configured with environment variables. An empty variable counts as unset. With an invalid value, or an unknown variable that begins with \`JUNCTOR_\`, the server prints the variable's name and exits with 1.

A secret, marked with an asterisk, may stand in a file instead, as Docker and Kubernetes mount them: \`JUNCTOR_ENCRYPTION_KEY_FILE=/run/secrets/junctor-key\`.

| Variable | Default | Meaning |
| --- | --- | --- |
${rows.join("\n")}

\`npm run generate\` writes this page from \`server/src/settings.ts\`.
`;
}

/** Writes the files, or with `--check` lists those that differ and fails. */
async function run(argv: readonly string[]): Promise<void> {
  const stale: string[] = [];
  for (const [path, text] of await generate()) {
    if (readText(path) === text) continue;
    stale.push(path);
    if (!argv.includes("--check")) writeFileSync(join(ROOT, path), text);
  }
  if (!argv.includes("--check")) {
    console.log(stale.length > 0 ? `Written: ${stale.join(", ")}.` : "Everything is up to date.");
    return;
  }
  if (stale.length === 0) return;
  console.error(
    `${stale.join(", ")} ${stale.length > 1 ? "are" : "is"} out of date: run "npm run generate" and commit the result.`,
  );
  process.exitCode = 1;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(join(ROOT, path), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

await run(process.argv.slice(2));
