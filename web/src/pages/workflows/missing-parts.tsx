import type { Environment, Reply } from "@junctor/sdk";
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useChangeIn } from "../../api/use-api.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import type { PageAddress } from "../../parts/links/page-link.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { SHELL } from "../../words/shell.ts";
import { PUBLISHING } from "../../words/workflows/publishing.ts";
import classes from "./missing-parts.module.css";
import { WORKFLOW_PATH } from "./workflow.ts";

type Preview = Reply<"get", "/api/v2/public/workflow/{id}/publish/preview">;
type Missing = Preview["missing"][number];

const EVENTS = "/api/v2/public/application/event";
const APPLICATIONS = "/api/v2/public/application";

interface MissingPartsProps {
  readonly missing: readonly Missing[];
  readonly environment: Environment;
  readonly goTo: (page: PageAddress) => unknown;
}

/** What an environment lacks for a workflow, each with its fix: first what publishing is refused for. */
export function MissingParts({ missing, ...around }: MissingPartsProps) {
  const place = SHELL[around.environment].toLowerCase();
  const refused = missing.filter((one) => one.refused);
  const others = missing.filter((one) => !one.refused);
  return (
    <>
      {refused.length > 0 && (
        <Alert color="red" title={PUBLISHING.missing(place)}>
          <Rows missing={refused} {...around} />
        </Alert>
      )}
      {others.length > 0 && (
        <Alert color="yellow" title={PUBLISHING.unconnectable(place)}>
          <Rows missing={others} {...around} />
        </Alert>
      )}
    </>
  );
}

function Rows({ missing, environment, goTo }: MissingPartsProps) {
  return (
    <ul className={classes.rows}>
      {missing.map((one) => (
        <li key={`${one.kind} ${one.id}`}>
          <Row missing={one} environment={environment} goTo={goTo} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps extends Omit<MissingPartsProps, "missing"> {
  readonly missing: Missing;
}

function Row({ missing, environment, goTo }: RowProps) {
  const { kind, id, name, in_test: isInTest } = missing;
  const promote = usePromote(missing);
  const place = SHELL[environment].toLowerCase();
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" className={classes.what}>
          {PUBLISHING.lacks[kind](name, place)}
        </Text>
        <Group gap={6}>
          {isInTest && promote && (
            <Button variant="default" loading={promote.isPending} onClick={promote.send}>
              {PUBLISHING.promote(name)}
            </Button>
          )}
          {!(isInTest && kind === "event") && (
            <Button variant="default" onClick={() => goTo(pageOf(kind, id, environment))}>
              {PUBLISHING.open[kind](name)}
            </Button>
          )}
        </Group>
      </Group>
      {promote?.error && <Problem error={promote.error} />}
    </Stack>
  );
}

/** Promotes from test to production; undefined for workflows, which have a dialog of their own. */
function usePromote({ kind, id, name }: Missing) {
  const event = useChangeIn("production", "post", `${EVENTS}/{event_id}/promote`, [EVENTS, WORKFLOW_PATH]);
  const application = useChangeIn("production", "post", `${APPLICATIONS}/{slug}/settings/promote`, [
    APPLICATIONS,
    WORKFLOW_PATH,
  ]);
  const onSuccess = () => tell(PUBLISHING.promoted(name));
  if (kind === "workflow") return undefined;
  const { isPending, error } = kind === "event" ? event : application;
  const send = () =>
    kind === "event"
      ? event.mutate({ path: { event_id: id } }, { onSuccess })
      : application.mutate({ path: { slug: id } }, { onSuccess });
  return { isPending, error, send };
}

/** The page on which to add a missing part by hand. */
function pageOf(kind: Missing["kind"], id: string, environment: Environment): PageAddress {
  switch (kind) {
    case "event":
      return { to: "/$environment/events/definitions/new", params: { environment } };
    case "workflow":
      return { to: "/$environment/workflows/$id", params: { environment: "test", id } };
    case "application":
      return { to: "/$environment/applications", params: { environment } };
    default:
      return { to: "/$environment/applications/$slug", params: { environment, slug: id } };
  }
}
