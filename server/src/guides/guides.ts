import { readFileSync } from "node:fs";
import { type GuidePart, renderGuide } from "./render-guide.ts";

/** Where the guides lie, which the repository has as Markdown. */
export const FOLDER = new URL("../../../docs/", import.meta.url);

/** Guides by what a reader is about to do, in the order in which they are read. */
export const SECTIONS = [
  { title: "Start", slugs: ["quickstart", "build-a-workflow", "dashboard"] },
  {
    title: "Build workflows",
    slugs: ["workflows", "triggers", "nodes", "schedules", "executions", "configs", "environments"],
  },
  { title: "Connect applications", slugs: ["applications", "connections", "add-a-connector", "pieces"] },
  { title: "Show it to customers", slugs: ["portal", "api"] },
  { title: "Serve AI agents", slugs: ["mcp", "mcp-policy", "mcp-authorization", "mcp-management"] },
  {
    title: "Run a server",
    slugs: ["self-hosting", "configuration", "operators", "statistics", "audit-log"],
  },
] as const;

export interface Guide {
  readonly slug: string;
  readonly title: string;
  readonly markup: string;
  /** What stands under its headings, the whole page's first. */
  readonly parts: readonly GuidePart[];
}

let guides: ReadonlyMap<string, Guide> | undefined;

/** All guides by their slugs, in their order; read when they are first asked for. */
export function readGuides(): ReadonlyMap<string, Guide> {
  guides ??= new Map(SECTIONS.flatMap(({ slugs }) => slugs).map((slug) => [slug, readGuide(slug)]));
  return guides;
}

function readGuide(slug: string): Guide {
  const { markup, parts } = renderGuide(readFileSync(new URL(`${slug}.md`, FOLDER), "utf8"));
  return { slug, title: parts[0]?.title ?? slug, markup, parts };
}
