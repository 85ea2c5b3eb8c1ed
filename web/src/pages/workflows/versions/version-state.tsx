import { State } from "../../../parts/values/state.tsx";
import { VERSIONS } from "../../../words/workflows/versions.ts";
import { WORKFLOWS } from "../../../words/workflows/workflows.ts";
import type { Workflow } from "../workflow.ts";

interface VersionStateProps {
  readonly workflow: Workflow;
  /** If a header already says what it is about. */
  readonly isShort?: boolean;
}

/** Whether the environment runs a workflow, and which version. */
export function VersionState({
  workflow: { archived, published, version },
  isShort = false,
}: VersionStateProps) {
  if (archived) return <State mood="none" word={WORKFLOWS.archived} />;
  if (!published) return <State mood="none" word={VERSIONS.unpublished} />;
  const words = VERSIONS.shownVersion({ version });
  return <State mood="good" word={isShort ? words : `${VERSIONS.published} · ${words}`} />;
}
