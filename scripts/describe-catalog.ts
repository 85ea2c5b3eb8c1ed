import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ALLOWED } from "../conformance/vendors/allowed.ts";
import { DOCUMENTED, namePackage } from "../conformance/vendors/documents.ts";
import { shipped } from "../connectors/shipped.ts";
import { GRADES, type Grade } from "../server/src/apps/connector.ts";
import type { Directory } from "../server/src/apps/directory/directory.ts";
import type { DirectoryEntry } from "../server/src/apps/directory/entry-schema.ts";
import { getGrade } from "../server/src/apps/directory/grade.ts";

/** Shipped connectors that tests run against real applications: which those are, and the tests. */
const LIVE: Readonly<Record<string, { ran: string; tests: readonly string[] }>> = {
  http: { ran: "WordPress and Redmine", tests: ["wordpress", "redmine"] },
  redmine: { ran: "Redmine 5.0", tests: ["redmine"] },
  wordpress: { ran: "WordPress", tests: ["wordpress"] },
};
const TESTS = "server/test/third-party";
const ROOT = fileURLToPath(new URL("..", import.meta.url));

// Every entry has an action for each method of a raw request.
const RAW_ACTIONS = 5;

/** An application in the table. */
interface CatalogRow {
  readonly name: string;
  readonly grade: Grade;
  readonly actions: number;
  readonly triggers: number;
  readonly proof: string;
}

/** The grades of the shipped connectors, by slug: what the server shows of them. */
export async function gradeConnectors(): Promise<Record<string, Grade>> {
  const slugs = (await shipped()).connectors.map(({ connector }) => connector.info.slug).sort();
  return Object.fromEntries(slugs.map((slug) => [slug, proveConnector(slug).grade]));
}

/** The guide that lists every application with its grade: shipped connectors, then the directory by category. */
export async function describeCatalog(directory: Directory): Promise<string> {
  const connectors = (await shipped()).connectors.map(({ connector: { info } }): CatalogRow => {
    const { slug, name, actions, triggers } = info;
    return { name, ...proveConnector(slug), actions: actions.length, triggers: triggers.length };
  });
  const entries = directory.find({});
  const sections = directory.categories.map((category) => {
    const rows = entries.filter((entry) => entry.category === category).map(describeEntry);
    return `### ${category.charAt(0).toUpperCase()}${category.slice(1).replaceAll("-", " ")}\n\n${drawTable(rows)}`;
  });
  return `# Catalog

Every application that this version of Junctor knows, with its [grade](directory.md#grades). An application of the directory has the actions and triggers listed here as soon as it is added, and more if its OpenAPI document is read.

| | ${GRADES.join(" | ")} |
| --- | ${GRADES.map(() => "---:").join(" | ")} |
| Connectors | ${countGrades(connectors).join(" | ")} |
| Directory | ${countGrades(entries.map(describeEntry)).join(" | ")} |

## Connectors

Exceptions are requests and parameters that the package does not have, or has differently, each with its reason in \`conformance/vendors/allowed.ts\`.

${drawTable(connectors)}

## Directory

${sections.join("\n\n")}

\`npm run generate\` writes this page from \`connectors/\` and \`directory/\`.
`;
}

function proveConnector(slug: string): Pick<CatalogRow, "grade" | "proof"> {
  const live = LIVE[slug];
  if (live !== undefined) {
    const files = live.tests.map((name) => `${TESTS}/${name}.test.ts`);
    for (const file of files) {
      const text = readFileSync(join(ROOT, file), "utf8");
      const connects = [`/app/${slug}/save`, `connect("acme", "${slug}"`].some((one) => text.includes(one));
      if (!connects) throw new Error(`${file} does not connect ${slug}.`);
    }
    return { grade: "A", proof: `${live.ran}, in ${files.map((file) => `\`${file}\``).join(" and ")}` };
  }
  if (DOCUMENTED.includes(slug)) {
    const count = Object.keys(ALLOWED[slug] ?? {}).length;
    const exceptions = count === 0 ? "" : `, ${count} ${count === 1 ? "exception" : "exceptions"}`;
    return { grade: "B", proof: `\`npm run check:vendors\`, ${namePackage(slug)}${exceptions}` };
  }
  return { grade: "C", proof: "requests as documented, in `connectors/`" };
}

function describeEntry(entry: DirectoryEntry): CatalogRow {
  const { name, lists = {}, proof, as_of: day } = entry;
  const all = Object.values(lists);
  const proven = proof === "document" ? "`npm run check:directory`" : `facts of ${day}`;
  return {
    name,
    grade: getGrade(entry),
    actions: RAW_ACTIONS + all.length,
    triggers: all.length + all.filter(({ time }) => time !== undefined).length,
    proof: typeof proof === "object" ? `${proof.ran}, ${proof.on}` : proven,
  };
}

function countGrades(rows: readonly CatalogRow[]): number[] {
  return GRADES.map((grade) => rows.filter((row) => row.grade === grade).length);
}

function drawTable(rows: readonly CatalogRow[]): string {
  const lines = rows.map(
    ({ name, grade, actions, triggers, proof }) =>
      `| ${name.replaceAll("|", "\\|")} | ${grade} | ${actions} | ${triggers} | ${proof} |`,
  );
  return [
    "| Application | Grade | Actions | Triggers | Proof |",
    "| --- | --- | ---: | ---: | --- |",
    ...lines,
  ].join("\n");
}
