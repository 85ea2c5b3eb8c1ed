import {
  Checkbox,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRead } from "../../api/use-api.ts";
import { RecordForm, type RecordFormProps } from "../../parts/forms/record-form.tsx";
import { WorkflowField } from "../../parts/forms/workflow-field.tsx";
import { ALERTS } from "../../words/alerts.ts";
import { ZoneField } from "../schedules/zone-field.tsx";
import type { AlertRule } from "./alert.ts";
import { MINUTES, type RuleBody, type RuleFormState, type RuleValues, toBody } from "./rule-values.ts";
import { useSendsMail } from "./use-sends-mail.ts";

const API_NAMES = {
  workflow_id: "workflowId",
  repeat_minutes: "repeatMinutes",
  "quiet_hours.time_zone": "zone",
  "quiet_hours.from": "from",
  "quiet_hours.to": "to",
  "quiet_hours.days": "days",
};
const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

interface RuleFormProps extends RecordFormProps<RuleBody> {
  readonly initial: RuleValues;
  /** What it watches cannot be changed. */
  readonly isStored?: boolean;
}

/** What a rule watches, and whom it notifies. */
export function RuleForm({ initial, isStored = false, onSubmit, ...record }: RuleFormProps) {
  const form: RuleFormState = useForm<RuleValues>({
    initialValues: initial,
    validate: {
      name: (name) => (name.trim() ? null : ALERTS.nameNeeded),
      days: (days, { isQuiet }) => (isQuiet && days.length === 0 ? ALERTS.daysNeeded : null),
    },
  });
  const { type } = form.values;
  return (
    <RecordForm form={form} names={API_NAMES} {...record} onSubmit={(values) => onSubmit(toBody(values))}>
      <TextInput label={ALERTS.name} maxLength={200} withAsterisk {...form.getInputProps("name")} />
      <Select
        label={ALERTS.type}
        description={isStored ? ALERTS.typeStays : ALERTS.typeTexts[type]}
        data={choices(ALERTS.types)}
        allowDeselect={false}
        readOnly={isStored}
        {...form.getInputProps("type")}
        onChange={(next) => {
          if (next === null) return;
          form.setFieldValue("type", next as AlertRule["type"]);
          form.setFieldValue("minutes", MINUTES[next as AlertRule["type"]]);
        }}
      />
      <ConditionFields form={form} />
      <RecipientFields form={form} />
      <QuietFields form={form} />
    </RecordForm>
  );
}

function ConditionFields({ form }: { form: RuleFormState }) {
  const { type, unit, workflowId } = form.values;
  const isWindow = type === "workflow_failures" || type === "connection_expired" || type === "usage_limit";
  return (
    <>
      {type === "workflow_failures" && (
        <>
          <WorkflowField hasLabel width="100%" {...form.getInputProps("workflowId")} value={workflowId} />
          <Group gap="md" align="flex-start" grow>
            <NumberInput
              label={ALERTS.above}
              min={0}
              max={unit === "percent" ? 99 : 1_000_000}
              allowDecimal={false}
              required
              {...form.getInputProps("above")}
            />
            <Select
              label={ALERTS.unit}
              data={choices(ALERTS.units)}
              description={unit === "percent" ? ALERTS.percentHelp : undefined}
              inputWrapperOrder={["label", "input", "description", "error"]}
              allowDeselect={false}
              {...form.getInputProps("unit")}
            />
          </Group>
        </>
      )}
      {(type === "connection_expired" || type === "trigger_stuck") && <ApplicationField form={form} />}
      <NumberInput
        label={isWindow ? ALERTS.within : ALERTS.lasting}
        min={1}
        max={1440}
        allowDecimal={false}
        required
        {...form.getInputProps("minutes")}
      />
    </>
  );
}

function ApplicationField({ form }: { form: RuleFormState }) {
  const { data = [] } = useRead("/api/v2/public/application/all", {});
  const { application } = form.values;
  const offered = data.map(({ slug, name }) => ({ value: slug, label: name }));
  const isOffered = application === null || offered.some(({ value }) => value === application);
  return (
    <Select
      label={ALERTS.application}
      placeholder={ALERTS.anyApplication}
      data={[...offered, ...(isOffered ? [] : [{ value: application, label: application }])]}
      searchable
      clearable
      {...form.getInputProps("application")}
    />
  );
}

function RecipientFields({ form }: { form: RuleFormState }) {
  const sendsMail = useSendsMail();
  const { repeatMinutes } = form.values;
  const repeats = choices(ALERTS.repeats);
  const isKnown = repeats.some(({ value }) => value === repeatMinutes);
  const other = { value: repeatMinutes, label: ALERTS.otherRepeat(Number(repeatMinutes)) };
  return (
    <>
      <TagsInput
        label={ALERTS.emails}
        description={sendsMail === false ? ALERTS.noMail : ALERTS.emailsHelp}
        maxTags={20}
        splitChars={[",", ";", " "]}
        acceptValueOnBlur
        {...form.getInputProps("emails")}
      />
      <Text size="sm" className="muted">
        {ALERTS.webhooksHelp}
      </Text>
      <Select
        label={ALERTS.repeat}
        data={isKnown ? repeats : [...repeats, other]}
        allowDeselect={false}
        {...form.getInputProps("repeatMinutes")}
      />
    </>
  );
}

function QuietFields({ form }: { form: RuleFormState }) {
  return (
    <Stack gap="md">
      <Switch
        label={ALERTS.quiet}
        description={ALERTS.quietHelp}
        {...form.getInputProps("isQuiet", { type: "checkbox" })}
      />
      {form.values.isQuiet && (
        <Stack gap="md">
          <Group gap="md" grow align="flex-start">
            <TextInput type="time" label={ALERTS.from} required {...form.getInputProps("from")} />
            <TextInput type="time" label={ALERTS.to} required {...form.getInputProps("to")} />
          </Group>
          <ZoneField {...form.getInputProps("zone")} />
          <Checkbox.Group label={ALERTS.days} {...form.getInputProps("days")}>
            <Group gap="md" mt="xs">
              {ALERTS.dayNames.map((name, day) => (
                <Checkbox key={name} value={String(day)} label={name} />
              ))}
            </Group>
          </Checkbox.Group>
        </Stack>
      )}
    </Stack>
  );
}
