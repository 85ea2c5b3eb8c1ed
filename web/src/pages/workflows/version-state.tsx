import { State } from "../../parts/state.tsx";
import { WORKFLOWS } from "../../words/workflows.ts";
import type { Workflow } from "./workflow.ts";

/** Whether the environment runs a workflow, and which version. */
export function VersionState({ workflow: { published, version } }: { workflow: Workflow }) {
  return published ? (
    <State mood="good" word={`${WORKFLOWS.published} · ${WORKFLOWS.shownVersion(version)}`} />
  ) : (
    <State mood="none" word={WORKFLOWS.unpublished} />
  );
}
