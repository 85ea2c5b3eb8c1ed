import type { Environment } from "@junctor/sdk";
import { customerPage } from "../../../api/audience.ts";
import { useChangeIn, useReadIn } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { useMay } from "../../../api/use-role.ts";
import { confirm, tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../../parts/links/page-link.tsx";
import { SHELL } from "../../../words/shell.ts";
import { OWN_PUBLISHING, PUBLISHING } from "../../../words/workflows/publishing.ts";
import { VERSIONS } from "../../../words/workflows/versions.ts";
import { WORKFLOWS } from "../../../words/workflows/workflows.ts";
import { WORKFLOW_PATH, type Workflow } from "../workflow.ts";
import { openPublish } from "./publish-dialog.tsx";

const WORKFLOW = "/api/v2/public/workflow/{id}";

/**
 * A workflow as an environment has it, and the number of customers for whom it is on there; undefined if the operator
 * may not see it.
 */
export function useElsewhere(workflow: Workflow | undefined, environment: Environment) {
  const id = workflow?._id ?? "";
  const isThere = workflow?.workflow_environment.includes(environment) ?? false;
  const isSeen = useMay("viewer", environment);
  const mayRead = isSeen && customerPage() === undefined;
  const enabled = isThere && mayRead;
  const read = useReadIn(environment, WORKFLOW, { path: { id } }, { enabled });
  const accounts = useReadIn(environment, `${WORKFLOW}/accounts`, { path: { id } }, { enabled });
  return {
    workflow: enabled ? read.data : undefined,
    reach: enabled ? (accounts.data?.enabled ?? 0) : 0,
    // Otherwise it might offer what is already done, or state too few customers.
    isKnown: mayRead && !(enabled && (read.isPending || accounts.isPending)),
  };
}

/** The state of the shown workflow in an environment. */
export type Elsewhere = ReturnType<typeof useElsewhere>;

/** Publishes and unpublishes in an environment, after saying what that does and to how many customers. */
export function usePublishing(shown: Workflow, environment: Environment) {
  const navigate = usePageNavigation();
  const { workflow, reach } = useElsewhere(shown, environment);
  const change = useChangeIn(environment, "put", `${WORKFLOW}/publish`, [WORKFLOW_PATH]);
  const place = SHELL[environment].toLowerCase();
  const publish = (version?: number) =>
    openPublish({
      workflow: shown,
      environment,
      version,
      text: PUBLISHING.text(changeOf(version, workflow, place), reachOf(shown, workflow, { reach, place })),
      goTo: navigate,
    });
  const unpublish = () =>
    confirm({
      title: WORKFLOWS.unpublishTitle(shown.name, place),
      text: WORKFLOWS.unpublishText(PUBLISHING.reach(reach, place)),
      action: WORKFLOWS.unpublishIn(place),
      isDangerous: true,
      onConfirm: () =>
        change.mutate(
          { path: { id: shown._id }, body: { published: false } },
          { onSuccess: () => tell(WORKFLOWS.unpublishedNow(place)), onError: tellProblem },
        ),
    });
  return { publish, unpublish };
}

function changeOf(version: number | undefined, there: Workflow | undefined, place: string): string {
  const next = version === undefined ? PUBLISHING.theDraft : VERSIONS.shownVersion({ version });
  return there?.published ? PUBLISHING.replaces(next, there.version, place) : PUBLISHING.isFirst(next, place);
}

interface Reach {
  readonly reach: number;
  readonly place: string;
}

function reachOf(shown: Workflow, there: Workflow | undefined, { reach, place }: Reach): string {
  if (there?.published) return PUBLISHING.reach(reach, place);
  // A workflow without an application has no switch.
  if (!shown.slug && !shown.linked_account_id) return PUBLISHING.reachAll(place);
  return shown.autoEnable && shown.slug ? PUBLISHING.reachAuto(place) : PUBLISHING.reachNone(place);
}

/** Publishes a customer's own workflow, which runs only for that customer. */
export function usePublishingOwn({ _id: id, name }: Workflow): () => void {
  const change = useChangeIn(useEnvironment(), "put", `${WORKFLOW}/publish`, [WORKFLOW_PATH]);
  return () =>
    confirm({
      title: OWN_PUBLISHING.title({ name }),
      text: OWN_PUBLISHING.text,
      action: OWN_PUBLISHING.action,
      onConfirm: () =>
        change.mutate(
          { path: { id }, body: { published: true } },
          { onSuccess: () => tell(OWN_PUBLISHING.done({ name })), onError: tellProblem },
        ),
    });
}

/** Restores an earlier version into the draft, after asking. */
export function useRestore(shown: Workflow): (version: number) => void {
  const environment = useEnvironment();
  const change = useChangeIn(environment, "post", `${WORKFLOW}/restore`, [WORKFLOW_PATH]);
  return (version) =>
    confirm({
      title: WORKFLOWS.restoreTitle(version),
      text: WORKFLOWS.restoreText,
      action: WORKFLOWS.restore,
      onConfirm: () =>
        change.mutate(
          { path: { id: shown._id }, body: { version } },
          { onSuccess: () => tell(WORKFLOWS.restored(version)), onError: tellProblem },
        ),
    });
}
