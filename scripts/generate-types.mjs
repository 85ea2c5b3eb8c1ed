// Generates the API's types for the client library, unless they are already those of this openapi.json. Plain
// JavaScript, like install.mjs, so that any Node that can install can run it.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = `${root}/sdk/src/openapi.generated.ts`;
const document = readFileSync(`${root}/openapi.json`, "utf8");
const hash = createHash("sha256").update(document).digest("hex");
const banner = `// Made by scripts/generate-types.mjs from the openapi.json of ${hash}.\n\n`;

// Without the development tools, nothing reads the types.
if (!isCurrent() && existsSync(`${root}/node_modules/openapi-typescript`)) await write();

function isCurrent() {
  return existsSync(target) && readFileSync(target, "utf8").startsWith(banner);
}

async function write() {
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  const options = { defaultNonNullable: false, emptyObjectsUnknown: true };
  const types = astToString(await openapiTS(JSON.parse(document), options));
  // Renamed into place, because other processes may be reading it.
  const made = `${target}.${process.pid}.tmp`;
  writeFileSync(made, `${banner}${types}`);
  renameSync(made, target);
}
