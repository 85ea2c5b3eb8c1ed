import { ActionIcon, Badge, Button, Group, Select, Stack, Text, Title } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { customerPage } from "../../../../api/audience.ts";
import { useRead } from "../../../../api/use-api.ts";
import { toApplicationChoices } from "../../../../parts/applications/application-choices.ts";
import { useApplications, useOwnEvents } from "../../../../parts/applications/use-building-blocks.ts";
import { TextLink } from "../../../../parts/links/text-link.tsx";
import { Snippet } from "../../../../parts/values/snippet.tsx";
import { OWN, triggerName } from "../../../../parts/workflow-graph/step-kind.ts";
import { TRIGGERS } from "../../../../words/workflows/editor.ts";
import { OPERATOR_EDITOR } from "../../../../words/workflows/operator-editor.ts";
import type { Workflow, WorkflowNode, WorkflowProblem } from "../../workflow.ts";
import classes from "../editor.module.css";
import { problemsByField } from "../settings/problems.ts";
import type { EditedWorkflow, Sample } from "../settings/step-data.ts";
import { EventActions } from "./event-actions.tsx";
import { ProviderAddress } from "./provider-address.tsx";
import { ScheduleRuns } from "./schedule-runs.tsx";
import { TriggerInput } from "./trigger-input.tsx";
import { isOwnEvent, isPlain, PLAIN, SCHEDULE, type Trigger, WEBHOOK } from "./triggers.ts";
import { WebhookSettings } from "./webhook-settings.tsx";

interface TriggersFieldProps {
  /** With the edited graph. */
  readonly workflow: Workflow & EditedWorkflow;
  readonly node: WorkflowNode;
  readonly problems: readonly WorkflowProblem[];
  /** The data of the last test. */
  readonly sample: Sample;
  readonly isReadOnly: boolean;
  /** Whether the edited graph is the saved one. */
  readonly isSaved: boolean;
  /** The customer whose webhook address and schedules are shown. */
  readonly account: string | undefined;
  readonly onChange: (node: WorkflowNode) => void;
  /** Tests the edited document with an input. */
  readonly onTest: (input: unknown) => void;
}

/** What starts the workflow. */
export function TriggersField(props: TriggersFieldProps) {
  const { workflow, node, isReadOnly, account, onChange, onTest } = props;
  const triggers = node.triggers ?? [];
  const problems = useMemo(() => problemsByField(props.problems, node.id), [props.problems, node.id]);
  const add = (application: string, event: string) => {
    if (triggers.some((one) => one.application === application && one.event === event)) return;
    const ids = new Set(triggers.map(({ _id }) => _id));
    let count = triggers.length + 1;
    while (ids.has(`trigger_${count}`)) count++;
    onChange({ ...node, triggers: [...triggers, { _id: `trigger_${count}`, application, event }] });
  };
  return (
    <section aria-label={TRIGGERS.title}>
      <Title order={3} className={classes.part} mb={4}>
        {TRIGGERS.title}
      </Title>
      <Stack gap="xs">
        {triggers.length === 0 && (
          <Text size="sm" className="muted">
            {TRIGGERS.none}
          </Text>
        )}
        {triggers.map((trigger, index) => (
          <Stack key={trigger._id} gap="xs">
            <Group gap="xs" wrap="nowrap">
              <TriggerTitle trigger={trigger} />
              {!isReadOnly && (
                <ActionIcon
                  ml="auto"
                  variant="subtle"
                  color="gray"
                  size={20}
                  aria-label={TRIGGERS.remove({ event: triggerName(trigger) })}
                  onClick={() => onChange({ ...node, triggers: triggers.filter((one) => one !== trigger) })}
                >
                  <IconX size={12} />
                </ActionIcon>
              )}
            </Group>
            {!isReadOnly && isOwnEvent(trigger) && (
              <EventActions event={trigger.event} account={account} onTest={onTest} />
            )}
            <TriggerSettings
              {...props}
              trigger={trigger}
              problems={problems}
              place={`triggers.${index}`}
              onChange={(next) =>
                onChange({ ...node, triggers: triggers.map((one) => (one === trigger ? next : one)) })
              }
            />
          </Stack>
        ))}
        {triggers.some((trigger) => isPlain(trigger, WEBHOOK)) && (
          <Address workflowId={workflow._id} account={account} />
        )}
        {!isReadOnly && <AddTrigger onAdd={add} />}
        {!customerPage() && triggers.some((trigger) => isPlain(trigger, SCHEDULE)) && (
          <ScheduleRuns workflow={workflow} account={account} />
        )}
      </Stack>
    </section>
  );
}

/** What a trigger is called, and its application. */
export function TriggerTitle({ trigger }: { trigger: Trigger }) {
  const { application: slug, event } = trigger;
  const isOwn = slug === OWN;
  const { data } = useRead("/api/v2/public/triggers/{slug}", { path: { slug } }, { enabled: !isOwn });
  const application = useApplications().find((one) => one.slug === slug);
  return (
    <>
      <span className={classes.said}>
        {data?.find(({ id }) => id === event)?.title ?? triggerName(trigger)}
      </span>
      {!isOwn && <Badge color="gray">{application?.name ?? slug}</Badge>}
    </>
  );
}

type TriggerSettingsProps = Omit<TriggersFieldProps, "onChange" | "onTest" | "problems"> & {
  readonly trigger: Trigger;
  /** Of the start, by dotted paths. */
  readonly problems: ReadonlyMap<string, string>;
  /** Path of the trigger in the start. */
  readonly place: string;
  readonly onChange: (trigger: Trigger) => void;
};

/** What a trigger is told, and what is wrong with it. */
function TriggerSettings(props: TriggerSettingsProps) {
  const { workflow, trigger, problems, place, account, isReadOnly, isSaved, onChange } = props;
  const isWebhook = isPlain(trigger, WEBHOOK);
  // Those of members stand at their fields.
  const own = [...problems].filter(
    ([field]) =>
      [`${place}.event`, `${place}.application`].includes(field) ||
      (isWebhook && field.startsWith("triggers.input")),
  );
  return (
    <>
      {own.map(([field, problem]) => (
        <Text key={field} size="sm" c="var(--bad)">
          {problem}
        </Text>
      ))}
      {trigger.application !== OWN && <TriggerInput {...props} />}
      {trigger.application !== OWN && (
        <ProviderAddress workflowId={workflow._id} trigger={trigger} account={account} />
      )}
      {isWebhook && !customerPage() && (
        <WebhookSettings
          trigger={trigger}
          isReadOnly={isReadOnly}
          isSaved={isSaved}
          onChange={onChange}
          workflowId={workflow._id}
        />
      )}
    </>
  );
}

/** Where a customer's webhooks for the workflow are sent. */
function Address({ workflowId, account }: { workflowId: string; account: string | undefined }) {
  const { data, error } = useRead(
    "/api/v2/public/workflow/{id}/webhook-url",
    { path: { id: workflowId }, account },
    { enabled: account !== undefined },
  );
  if (account === undefined || error)
    return (
      <Text size="sm" className="muted">
        {account === undefined ? OPERATOR_EDITOR.addressNeedsCustomer : TRIGGERS.addressNeedsPublished}
      </Text>
    );
  return data ? (
    <>
      {!customerPage() && (
        <Text size="xs" className="muted">
          {OPERATOR_EDITOR.addressOf(account)}
        </Text>
      )}
      <Snippet text={data.url} label={TRIGGERS.address} />
      <Snippet text={curlOf(data.url)} label={TRIGGERS.curl} />
    </>
  ) : null;
}

/** A command that starts the workflow like a webhook would. */
function curlOf(url: string): string {
  return `curl -X POST '${url}' \\\n  -H 'content-type: application/json' -d '{"test": true}'`;
}

/** Chooses another trigger: its source, then one of its events. */
function AddTrigger({ onAdd }: { onAdd: (application: string, event: string) => void }) {
  const [application, setApplication] = useState<string | null>(OWN);
  const [event, setEvent] = useState<string | null>(null);
  const applications = useApplications();
  const isOwn = application === OWN;
  // Schedules are the organization's: a customer cannot create one.
  const plain = customerPage() ? PLAIN.filter((event) => event !== SCHEDULE) : PLAIN;
  const own = useOwnEvents(isOwn);
  const offered = useRead(
    "/api/v2/public/triggers/{slug}",
    { path: { slug: application ?? "" } },
    { enabled: application !== null && !isOwn },
  );
  const events = isOwn
    ? [
        ...plain.map((value) => ({ value, label: triggerName({ application: OWN, event: value }) })),
        ...own.map(({ name }) => ({ value: name, label: name })),
      ]
    : [
        ...(offered.data ?? []).map(({ id, title }) => ({ value: id, label: title })),
        { value: WEBHOOK, label: TRIGGERS.otherWebhook },
      ];
  const choose = (next: string | null) => {
    setApplication(next);
    setEvent(null);
  };
  const add = () => {
    if (application === null || event === null) return;
    // Whatever sends it: the workflow's own webhook address.
    onAdd(event === WEBHOOK ? OWN : application, event);
    setEvent(null);
  };
  return (
    <Stack gap="xs">
      <Group gap="xs" grow>
        <Select
          label={TRIGGERS.from}
          data={[
            { value: OWN, label: customerPage()?.company ?? OPERATOR_EDITOR.ownProduct },
            ...toApplicationChoices(applications.filter(({ enabled }) => enabled)),
          ]}
          value={application}
          onChange={choose}
          allowDeselect={false}
          searchable
        />
        <Select
          label={TRIGGERS.event}
          data={events.filter(({ value }, index) => events.findIndex((one) => one.value === value) === index)}
          value={event}
          onChange={setEvent}
          nothingFoundMessage={TRIGGERS.noEvent}
          searchable
        />
      </Group>
      <Group>
        <Button variant="default" disabled={event === null} onClick={add}>
          {TRIGGERS.add}
        </Button>
        {isOwn && !customerPage() && <DefineEvent />}
      </Group>
    </Stack>
  );
}

/** Opens the definition of an event in a window of its own: the edited document stays. */
function DefineEvent() {
  return (
    <TextLink size="sm" to="/$environment/events/definitions/new" target="_blank">
      {OPERATOR_EDITOR.defineEvent}
    </TextLink>
  );
}
