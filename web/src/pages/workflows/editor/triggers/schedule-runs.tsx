import { Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { usePreview, useRead } from "../../../../api/use-api.ts";
import { useMay } from "../../../../api/use-role.ts";
import { fieldErrors } from "../../../../parts/forms/field-errors.ts";
import { ButtonLink } from "../../../../parts/links/button-link.tsx";
import { TextLink } from "../../../../parts/links/text-link.tsx";
import { Problem } from "../../../../parts/page/problem.tsx";
import { given } from "../../../../parts/page/use-filters.ts";
import { Moment } from "../../../../parts/time/moment.tsx";
import { getDay, getTime, ZONE } from "../../../../parts/time/time-words.ts";
import { SCHEDULES } from "../../../../words/schedules.ts";
import { OPERATOR_EDITOR } from "../../../../words/workflows/operator-editor.ts";
import { localTime, type Schedule } from "../../../schedules/schedule.ts";
import { API_NAMES } from "../../../schedules/schedule-values.ts";
import { ZoneField } from "../../../schedules/zone-field.tsx";
import type { Workflow } from "../../workflow.ts";
import classes from "../editor.module.css";

const MOST_RUNS = 5;
const MOST_SCHEDULES = 100;
const TYPING_MS = 400;
const EVERY_MS = 30_000;

interface ScheduleRunsProps {
  readonly workflow: Workflow;
  /** The customer whose schedules are shown; all customers' if none is chosen. */
  readonly account: string | undefined;
}

/** When schedules run the workflow next, and when one with a typed expression would. */
export function ScheduleRuns({ workflow, account }: ScheduleRunsProps) {
  const [pattern, setPattern] = useState("");
  const [zone, setZone] = useState(ZONE);
  const tried = { pattern, zone };
  return (
    <section aria-label={OPERATOR_EDITOR.schedules}>
      <Title order={3} className={classes.part} mb={4}>
        {OPERATOR_EDITOR.schedules}
      </Title>
      <Stack gap="xs">
        <Registered workflow={workflow} account={account} />
        <TextInput
          label={OPERATOR_EDITOR.tryCron}
          description={SCHEDULES.patternHelp}
          placeholder="0 9 * * 1-5"
          value={pattern}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: "mono" }}
          onChange={({ currentTarget: { value } }) => setPattern(value)}
        />
        {pattern.trim() !== "" && (
          <>
            <ZoneField value={zone} onChange={(next) => setZone(next ?? ZONE)} />
            <Tried {...tried} />
          </>
        )}
        <NewSchedule workflow={workflow} account={account} {...tried} />
      </Stack>
    </section>
  );
}

/** The next runs over all active schedules of the workflow. */
function Registered({ workflow, account }: ScheduleRunsProps) {
  const query = {
    status: "running" as const,
    workflow_id: workflow._id,
    linked_account_id: account,
    limit: MOST_SCHEDULES,
  };
  // Runs that have started make room for later ones.
  const { data, error } = useRead("/api/v2/public/schedules", { query }, { everyMs: EVERY_MS });
  if (error) return <Problem error={error} />;
  if (!data) return null;
  const runs = data.docs.flatMap(runsOf).sort((one, other) => one.at.localeCompare(other.at));
  if (runs.length === 0)
    return (
      <Text size="sm" className="muted">
        {account === undefined ? OPERATOR_EDITOR.noRuns : OPERATOR_EDITOR.noRunsFor}
      </Text>
    );
  return (
    <>
      <Runs runs={runs.slice(0, MOST_RUNS)} label={SCHEDULES.upcoming} />
      {data.nextCursor && (
        <Text size="xs" className="muted">
          {OPERATOR_EDITOR.newestSchedules(MOST_SCHEDULES)}
        </Text>
      )}
    </>
  );
}

/** The first runs of a cron expression while it is typed, or what is wrong with it. */
function Tried({ pattern, zone }: { pattern: string; zone: string }) {
  const [regex] = useDebouncedValue(pattern.trim(), TYPING_MS);
  const { data, error } = usePreview(
    "/api/v2/public/schedules/preview",
    { body: { trigger_type: "cron", regex, tz: zone } },
    { enabled: regex !== "" },
  );
  const { at, rest } = fieldErrors(error, API_NAMES);
  const told = at.pattern ?? at.zone;
  return (
    <div aria-live="polite">
      {rest ? <Problem error={rest} /> : null}
      {told && (
        <Text size="sm" c="var(--bad)">
          {told}
        </Text>
      )}
      {data && !error && (
        <Runs
          runs={data.upcoming.map((run) => ({ ...run, zone: data.time_zone }))}
          label={OPERATOR_EDITOR.triedRuns}
        />
      )}
    </div>
  );
}

/** An upcoming run: of a registered schedule, and for whom, or of a typed expression. */
interface Run {
  readonly at: string;
  /** Local time in the zone. */
  readonly local: string;
  readonly zone: string;
  readonly schedule?: string;
  readonly customer?: string;
}

function runsOf({ _id, upcoming, time_zone, linked_account_id, linked_account_name }: Schedule): Run[] {
  const customer = linked_account_name || linked_account_id;
  return upcoming.map((run) => ({ ...run, zone: time_zone, schedule: _id, customer }));
}

function Runs({ runs, label }: { runs: readonly Run[]; label: string }) {
  return (
    <ol className={classes.runs} aria-label={label}>
      {runs.map((run) => (
        <li key={`${run.schedule} ${run.at}`}>
          <RunTimes {...run} />
        </li>
      ))}
    </ol>
  );
}

/** When it runs in its zone and in the reader's, and for whom. */
function RunTimes({ at, local, zone, schedule, customer }: Run) {
  const moment = new Date(at);
  return (
    <>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <span>
          <span className="number">{localTime(local)}</span> <span className="muted">{zone}</span>
        </span>
        <Moment at={at} />
      </Group>
      <Group gap="xs" justify="space-between" fz={12} className="muted">
        {schedule !== undefined && (
          <TextLink inherit to="/$environment/schedules/$id" params={{ id: schedule }} target="_blank">
            {customer}
          </TextLink>
        )}
        {zone !== ZONE && <span>{OPERATOR_EDITOR.yourTime(`${getDay(moment)}, ${getTime(moment)}`)}</span>}
      </Group>
    </>
  );
}

interface NewScheduleProps extends ScheduleRunsProps {
  readonly pattern: string;
  readonly zone: string;
}

/** Opens the form of a schedule in a window of its own, prefilled: the edited document stays. */
function NewSchedule({ workflow, account, pattern, zone }: NewScheduleProps) {
  if (!useMay("developer")) return null;
  if (!workflow.published)
    return (
      <Text size="sm" className="muted">
        {OPERATOR_EDITOR.scheduleNeedsPublished}
      </Text>
    );
  const cron = pattern.trim();
  const search = { workflow_id: workflow._id, linked_account_id: account, ...(cron && { cron, tz: zone }) };
  return (
    <Group>
      <ButtonLink variant="default" to="/$environment/schedules/new" search={given(search)} target="_blank">
        {SCHEDULES.new}
      </ButtonLink>
    </Group>
  );
}
