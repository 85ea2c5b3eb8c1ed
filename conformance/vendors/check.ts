// Compares every request of the shipped connectors with what their vendors document, as far as a package has it. Prints
// a table, and exits with 1 if a request differs without a reason: `npm run check:vendors [-- SLUG…]`.
import { shipped } from "../../connectors/shipped.ts";
import { ALLOWED } from "./allowed.ts";
import { DOCUMENTED, openDocuments } from "./documents.ts";
import { listSentRequests } from "./sent-requests.ts";

const asked = process.argv.slice(2);
const { connectors } = await shipped();
const rows: object[] = [];
const problems: string[] = [];
for (const { manifest } of connectors) {
  const { slug } = manifest;
  if (!DOCUMENTED.includes(slug) || (asked.length > 0 && !asked.includes(slug))) continue;
  const findDifferences = await openDocuments(slug);
  const requests = listSentRequests(manifest);
  const found = requests.flatMap((one) => findDifferences(one).map((clause) => `${one.of}: ${clause}`));
  const allowed = ALLOWED[slug] ?? {};
  const differing = found.filter((one) => allowed[one] === undefined);
  const needless = Object.keys(allowed).filter((one) => !found.includes(one));
  problems.push(
    ...differing.map((one) => `${slug}: ${one}.`),
    ...needless.map((one) => `${slug}: "${one}" is allowed, but does not occur.`),
  );
  rows.push({
    connector: slug,
    requests: requests.length,
    allowed: found.length - differing.length,
    differ: differing.length,
  });
}
console.table(rows);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
