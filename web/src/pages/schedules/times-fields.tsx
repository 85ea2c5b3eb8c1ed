import "@mantine/dates/styles.css";
import { ActionIcon, Button, Group, Input, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { DatePickerInput, DateTimePicker } from "@mantine/dates";
import { IconPlus, IconX } from "@tabler/icons-react";
import { SCHEDULES } from "../../words/schedules.ts";
import { newDate, type ScheduleFormState } from "./schedule-values.ts";
import { ZoneField } from "./zone-field.tsx";

const MOST_DATES = 500;

interface TimesFieldsProps {
  readonly form: ScheduleFormState;
  /** What the API says of the times as they stand, by the form's names of the fields. */
  readonly problems: Readonly<Record<string, string>>;
}

/** When it runs: by a cron expression or at dates, on the clocks of a zone, between two days. */
export function TimesFields({ form, problems }: TimesFieldsProps) {
  const errorOf = (name: "pattern" | "dates" | "zone" | "firstDay" | "lastDay") =>
    form.errors[name] ?? problems[name];
  const day = (name: "firstDay" | "lastDay", label: string) => (
    <DatePickerInput
      size="xs"
      {...namedCalendar(`schedule-${name}`)}
      label={label}
      placeholder={SCHEDULES.anyDay}
      valueFormat="D MMM YYYY"
      clearable
      clearButtonProps={{ "aria-label": SCHEDULES.clearDay(label) }}
      flex={1}
      miw={140}
      {...form.getInputProps(name)}
      error={errorOf(name)}
    />
  );
  return (
    <>
      <Input.Wrapper size="xs" label={SCHEDULES.kind} labelElement="div">
        <SegmentedControl
          aria-label={SCHEDULES.kind}
          data={Object.entries(SCHEDULES.kinds).map(([value, label]) => ({ value, label }))}
          mt={4}
          display="flex"
          w="fit-content"
          maw="100%"
          {...form.getInputProps("kind")}
        />
      </Input.Wrapper>
      {form.values.kind === "cron" ? (
        <PatternField form={form} error={errorOf("pattern")} />
      ) : (
        <DatesField form={form} error={errorOf("dates")} />
      )}
      <ZoneField {...form.getInputProps("zone")} error={errorOf("zone")} />
      <Group gap="md" align="flex-start">
        {day("firstDay", SCHEDULES.firstDay)}
        {day("lastDay", SCHEDULES.lastDay)}
      </Group>
    </>
  );
}

/** The calendar is named after its field: it looks for the field under its own id. */
function namedCalendar(id: string) {
  return { id, popoverProps: { id } };
}

interface FieldProps {
  readonly form: ScheduleFormState;
  readonly error: React.ReactNode;
}

function PatternField({ form, error }: FieldProps) {
  return (
    <Stack gap={6}>
      <TextInput
        label={SCHEDULES.pattern}
        description={SCHEDULES.patternHelp}
        withAsterisk
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: "mono" }}
        {...form.getInputProps("pattern")}
        error={error}
      />
      <Group gap={6} role="group" aria-label={SCHEDULES.common}>
        {SCHEDULES.commonTimes.map(([pattern, label]) => (
          <Button
            key={pattern}
            variant={form.values.pattern === pattern ? "light" : "default"}
            size="compact-xs"
            aria-pressed={form.values.pattern === pattern}
            onClick={() => form.setFieldValue("pattern", pattern)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

function DatesField({ form, error }: FieldProps) {
  const { dates, zone } = form.values;
  return (
    <Input.Wrapper
      size="xs"
      label={SCHEDULES.datesLabel}
      description={SCHEDULES.datesHelp}
      error={error}
      labelElement="div"
    >
      <Stack gap={6} mt={4}>
        {dates.map(({ key, at, zone: own }, index) => (
          <Group key={key} gap={6} wrap="nowrap" align="flex-end">
            <DateTimePicker
              size="xs"
              {...namedCalendar(`schedule-date-${key}`)}
              flex={1}
              label={SCHEDULES.date(index + 1)}
              placeholder={SCHEDULES.chooseDate}
              timePickerProps={{
                hoursInputLabel: SCHEDULES.hours,
                minutesInputLabel: SCHEDULES.minutes,
                secondsInputLabel: SCHEDULES.seconds,
              }}
              submitButtonProps={{ "aria-label": SCHEDULES.dateDone }}
              valueFormat={at?.endsWith(":00") === false ? "D MMM YYYY, HH:mm:ss" : "D MMM YYYY, HH:mm"}
              value={at}
              onChange={(chosen) => form.setFieldValue(`dates.${index}.at`, chosen)}
            />
            {own !== undefined && own !== zone && <span className="muted">{own}</span>}
            {dates.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={SCHEDULES.removeDate(index + 1)}
                onClick={() => form.removeListItem("dates", index)}
              >
                <IconX size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {dates.length < MOST_DATES && (
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconPlus size={14} />}
            style={{ alignSelf: "flex-start" }}
            onClick={() => form.insertListItem("dates", newDate())}
          >
            {SCHEDULES.addDate}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
