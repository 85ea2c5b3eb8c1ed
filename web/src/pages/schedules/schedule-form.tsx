import type { Reply } from "@junctor/sdk";
import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { usePreview, useRead } from "../../api/use-api.ts";
import { AccountField } from "../../parts/forms/account-field.tsx";
import { fieldErrors } from "../../parts/forms/field-errors.ts";
import { JsonField } from "../../parts/forms/json-field.tsx";
import { parseJson } from "../../parts/forms/json-text.ts";
import { RecordForm, type RecordFormProps } from "../../parts/forms/record-form.tsx";
import { WorkflowField } from "../../parts/forms/workflow-field.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { SCHEDULES } from "../../words/schedules.ts";
import {
  API_NAMES,
  getTimes,
  inputProblem,
  type ScheduleBody,
  type ScheduleFormState,
  type ScheduleValues,
} from "./schedule-values.ts";
import { TimesFields } from "./times-fields.tsx";
import { UpcomingTable } from "./upcoming-runs.tsx";

const TYPING_MS = 400;
/** Room for five runs. */
const ROOM_PX = 236;

type SchedulePreview = Reply<"post", "/api/v2/public/schedules/preview">;

interface ScheduleFormProps extends Omit<RecordFormProps<never>, "onSubmit"> {
  readonly initial: ScheduleValues;
  /** The customer cannot be changed. */
  readonly isStored?: boolean;
  readonly onSubmit: (values: ScheduleValues, body: ScheduleBody) => void;
}

/** The form of a schedule, with its upcoming runs. */
export function ScheduleForm({ initial, isStored = false, onSubmit, ...record }: ScheduleFormProps) {
  const form: ScheduleFormState = useForm<ScheduleValues>({
    initialValues: initial,
    validate: {
      workflow: (id) => (isStored || id ? null : SCHEDULES.workflowNeeded),
      account: (id) => (id ? null : SCHEDULES.customerNeeded),
      pattern: (text, { kind }) => (kind !== "cron" || text.trim() ? null : SCHEDULES.patternNeeded),
      dates: (dates, { kind }) =>
        kind !== "interval" || dates.some(({ at }) => at !== null) ? null : SCHEDULES.dateNeeded,
      payload: (text) => inputProblem(text) ?? null,
    },
  });
  const times = getTimes(form.values);
  const [asked] = useDebouncedValue(times && JSON.stringify(times), TYPING_MS);
  const preview = usePreview(
    "/api/v2/public/schedules/preview",
    { body: asked ? JSON.parse(asked) : { trigger_type: "cron" } },
    { enabled: asked !== undefined },
  );
  const { at, rest } = fieldErrors(preview.error, API_NAMES);
  const submit = (values: ScheduleValues) => {
    const body = getTimes(values);
    if (body)
      onSubmit(values, {
        ...body,
        payload: parseJson(values.payload) as NonNullable<ScheduleBody["payload"]>,
      });
  };
  return (
    <RecordForm form={form} names={API_NAMES} {...record} onSubmit={submit}>
      <WhoFields form={form} isStored={isStored} />
      <TimesFields form={form} problems={at} />
      {rest ? <Problem error={rest} onRetry={preview.refetch} /> : null}
      <NextRuns
        ticks={asked === undefined || preview.isError ? undefined : preview.data}
        isRecurring={form.values.kind === "cron"}
      />
      <InputField form={form} />
      <TextInput
        label={SCHEDULES.config}
        description={SCHEDULES.configHelp}
        placeholder={form.values.account}
        maxLength={255}
        autoComplete="off"
        {...form.getInputProps("config")}
      />
    </RecordForm>
  );
}

interface NextRunsProps {
  readonly ticks: SchedulePreview | undefined;
  readonly isRecurring: boolean;
}

/** The first runs that it would have; their space is reserved while there are none to show. */
function NextRuns({ ticks, isRecurring }: NextRunsProps) {
  return (
    <section aria-live="polite" style={{ minHeight: isRecurring ? ROOM_PX : undefined }}>
      <Title order={2} fz={13} mb={4}>
        {SCHEDULES.upcoming}
      </Title>
      {ticks ? (
        <UpcomingTable ticks={ticks} />
      ) : (
        <Text size="sm" className="muted">
          {SCHEDULES.upcomingUnknown}
        </Text>
      )}
    </section>
  );
}

interface ScheduleFieldsProps {
  readonly form: ScheduleFormState;
}

/** The workflow, and the customer that it runs for. */
function WhoFields({ form, isStored }: ScheduleFieldsProps & { isStored: boolean }) {
  return (
    <>
      <WorkflowField
        hasLabel
        isPublished
        withAsterisk
        clearable={false}
        width="100%"
        {...form.getInputProps("workflow")}
        value={form.values.workflow}
      />
      {isStored ? (
        <TextInput
          label={SCHEDULES.customer}
          description={SCHEDULES.customerStays}
          value={form.values.account}
          readOnly
        />
      ) : (
        <AccountField
          hasLabel
          withAsterisk
          clearable={false}
          width="100%"
          {...form.getInputProps("account")}
          value={form.values.account}
        />
      )}
    </>
  );
}

/** The input of each run, with the workflow's example. */
function InputField({ form }: ScheduleFieldsProps) {
  const { workflow, account } = form.values;
  const structure = useRead(
    "/api/v2/public/workflow/request-structure/{id}",
    { path: { id: workflow ?? "" }, account },
    { enabled: workflow !== undefined && account !== undefined },
  );
  const example = structure.isPlaceholderData ? undefined : structure.data?.payload;
  const { value, onChange, error } = form.getInputProps("payload");
  return (
    <Stack gap={6}>
      <JsonField
        label={SCHEDULES.payload}
        description={SCHEDULES.payloadHelp}
        error={error}
        value={value}
        onChange={onChange}
      />
      {example !== undefined && example !== null && (
        <Button
          variant="default"
          size="compact-xs"
          style={{ alignSelf: "flex-start" }}
          onClick={() => form.setFieldValue("payload", JSON.stringify(example, null, 2))}
        >
          {SCHEDULES.useExample}
        </Button>
      )}
    </Stack>
  );
}
