import { Tooltip } from "@mantine/core";
import { useChangeIn, useReadIn } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { APPLICATIONS, PROMOTING } from "../../words/applications.ts";
import { AFTER_CHANGES, ALL, type ListedApplication, lacksClient } from "./application.ts";

const ONE = "/api/v2/public/application/{slug}/settings";

/** Makes an application in production what it is in test, after saying what changes there. */
export function PromoteButton({ application }: { application: ListedApplication }) {
  const { slug, name, kind, __v: revision } = application;
  const path = { slug };
  const enabled = useMay("developer", "production");
  // From the list: read directly, one that production does not have would be 404.
  const { data: all } = useReadIn("production", ALL, {}, { enabled });
  const there = all?.find((one) => one.slug === slug);
  const promote = useChangeIn("production", "post", `${ONE}/promote`, AFTER_CHANGES);
  // Its settings are promoted with it, and it has none before the first change.
  const isUntouched = kind === "native" && revision === 0;
  const ask = () =>
    confirm({
      title: APPLICATIONS.promoteTitle(name),
      text: changeIn(application, there),
      action: APPLICATIONS.promote,
      onConfirm: () =>
        promote.mutate(
          { path },
          { onSuccess: () => tell(APPLICATIONS.promoted(name)), onError: tellProblem },
        ),
    });
  return (
    <Tooltip label={PROMOTING.untouched} disabled={!isUntouched}>
      <span>
        <RoleButton
          least="developer"
          environment="production"
          disabled={isUntouched}
          loading={promote.isPending}
          onClick={ask}
        >
          {APPLICATIONS.promote}
        </RoleButton>
      </span>
    </Tooltip>
  );
}

/** What promoting changes in production, and whether customers can connect it there afterwards. */
function changeIn(application: ListedApplication, there: ListedApplication | undefined): string {
  const { name, enabled } = application;
  const client = there?.client_id ?? application.client_id;
  const isReady = enabled && (client !== undefined || !lacksClient(application));
  return [
    PROMOTING.copied(name),
    there?.client_id !== undefined && PROMOTING.keepsClient,
    there?.client_id === undefined && client !== undefined && PROMOTING.getsClient,
    isReady ? PROMOTING.ready : enabled ? PROMOTING.needsClient : PROMOTING.disabled,
  ]
    .filter((one) => one !== false)
    .join(" ");
}
