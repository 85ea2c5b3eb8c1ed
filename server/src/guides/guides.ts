import { readFileSync } from "node:fs";
import { createConstant } from "../platform/memory/computed-once.ts";
import { type GuidePart, renderGuide } from "./render-guide.ts";

/** The folder with the guides' Markdown. */
export const FOLDER = new URL("../../../docs/", import.meta.url);

/** Guides by the role of their reader, in reading order; the README groups them the same way. */
export const SECTIONS = [
  { title: "Get started", slugs: ["quickstart", "build-a-workflow", "dashboard"] },
  {
    title: "Backend developers",
    slugs: [
      "api",
      "workflows",
      "triggers",
      "nodes",
      "schedules",
      "data-references",
      "executions",
      "requests",
      "environments",
      "configuration-as-code",
      "test-workflows",
      "applications",
      "directory",
      "catalog",
      "connections",
      "simulate",
      "import-customers",
      "add-a-connector",
      "pieces",
    ],
  },
  { title: "Frontend developers", slugs: ["portal", "configs"] },
  { title: "Agent builders", slugs: ["mcp", "mcp-authorization", "mcp-policy", "mcp-management"] },
  {
    title: "Operators",
    slugs: [
      "production",
      "self-hosting",
      "configuration",
      "sizing",
      "moving",
      "upgrading",
      "backups",
      "root-key",
      "operators",
      "alerts",
      "metrics",
      "traces",
      "statistics",
      "usage",
      "redaction",
      "audit-log",
    ],
  },
] as const;

export interface Guide {
  readonly slug: string;
  readonly title: string;
  readonly markup: string;
  /** The text below each heading, the page's title first. */
  readonly parts: readonly GuidePart[];
}

/** All guides by slug, in reading order; reads the files on the first call. */
export const readGuides = createConstant(
  (): ReadonlyMap<string, Guide> =>
    new Map(SECTIONS.flatMap(({ slugs }) => slugs).map((slug) => [slug, readGuide(slug)])),
);

function readGuide(slug: string): Guide {
  const { markup, parts } = renderGuide(readFileSync(new URL(`${slug}.md`, FOLDER), "utf8"));
  return { slug, title: parts[0]?.title ?? slug, markup, parts };
}
