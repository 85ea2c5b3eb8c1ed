import { collectApplications } from "../../workflows/validation/application-problems.ts";
import { findNode } from "../node-at.ts";
import type { VersionPlan } from "../plan-cache.ts";
import type { RunError } from "../table.ts";

/** Slugs of the applications that a run involves. */
export interface RunApplications {
  /** All that its workflow's nodes name. */
  readonly all: readonly string[];
  /** The one whose step made it fail. */
  readonly failing: string | null;
}

/** The applications of a run that ends with `error`, or successfully. */
export function collectRunApplications(
  version: Pick<VersionPlan, "plan" | "slug" | "applications"> | undefined,
  error: Pick<RunError, "nodeId" | "path"> | null,
): RunApplications {
  if (!version) return { all: [], failing: null };
  const { plan, slug, applications: all } = version;
  const named = error?.path ?? error?.nodeId;
  const node = named === undefined ? undefined : findNode(plan, named)?.planNode.node;
  const [failing = null] = node ? collectApplications({ nodes: [node], slug }) : [];
  return { all, failing };
}
