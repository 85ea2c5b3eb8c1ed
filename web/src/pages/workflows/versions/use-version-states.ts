import type { Environment } from "@junctor/sdk";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { mayAs, sessionQuery } from "../../../api/session.ts";
import { type Item, useReadsIn } from "../../../api/use-api.ts";

const ALL = "/api/v2/public/workflow/all";
// As many as a page of the list: the request for one page stays the same when the next is loaded.
const AT_ONCE = 50;

type Listed = Item<typeof ALL>;

/** What a list shows about the versions of its workflows besides those that its environment publishes. */
export interface VersionStates {
  /** Those that have a draft besides the published version. */
  readonly drafts: ReadonlySet<string>;
  /** What the other environment publishes, by the workflow's id; undefined if the operator may not see it. */
  readonly elsewhere: ReadonlyMap<string, number> | undefined;
}

/** Reads it for all listed workflows, one request per page of the list. */
export function useVersionStates(environment: Environment, listed: readonly Listed[]): VersionStates {
  const { data: session } = useQuery(sessionQuery);
  const other = environment === "test" ? "production" : "test";
  const mayReadOther = mayAs(session?.roles[other] ?? null, "viewer");
  const pages = pagesOf(listed);
  const light = { nodes: false, limit: AT_ONCE } as const;
  const drafts = useReadsIn(
    environment,
    ALL,
    pages.map((draft_of) => ({ query: { ...light, draft_of } })),
  );
  const others = useReadsIn(
    other,
    ALL,
    mayReadOther ? pages.map((workflow_id) => ({ query: { ...light, workflow_id, published: true } })) : [],
  );
  return useMemo(
    () => ({
      drafts: new Set(drafts.flatMap(({ docs }) => docs.map((one) => one.associated_public_worklfow))),
      elsewhere: mayReadOther
        ? new Map(others.flatMap(({ docs }) => docs.map(({ _id, version }) => [_id, version])))
        : undefined,
    }),
    [drafts, others, mayReadOther],
  );
}

/** The ids of each page, comma-separated. */
function pagesOf(listed: readonly Listed[]): string[] {
  const starts = Array.from({ length: Math.ceil(listed.length / AT_ONCE) }, (_, index) => index * AT_ONCE);
  return starts.map((start) =>
    listed
      .slice(start, start + AT_ONCE)
      .map(({ _id }) => _id)
      .join(","),
  );
}
