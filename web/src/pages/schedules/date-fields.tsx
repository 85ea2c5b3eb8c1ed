import "@mantine/dates/styles.css";
import { ActionIcon, Button, Group, Input, Stack } from "@mantine/core";
import { DatePickerInput, DateTimePicker } from "@mantine/dates";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { CALENDAR } from "../../parts/time/calendar.ts";
import { SCHEDULES } from "../../words/schedules.ts";
import { newDate, type ScheduleFormState } from "./schedule-values.ts";

const MOST_DATES = 500;

interface DayFieldsProps {
  readonly form: ScheduleFormState;
  readonly errors: Readonly<Record<"firstDay" | "lastDay", ReactNode>>;
}

/** The first and last day of the schedule. */
export function DayFields({ form, errors }: DayFieldsProps) {
  return (
    <Group gap="md" align="flex-start">
      {(["firstDay", "lastDay"] as const).map((name) => (
        <DatePickerInput
          {...CALENDAR}
          key={name}
          size="xs"
          {...namedCalendar(`schedule-${name}`)}
          label={SCHEDULES[name]}
          placeholder={SCHEDULES.anyDay}
          valueFormat="D MMM YYYY"
          clearable
          clearButtonProps={{ "aria-label": SCHEDULES.clearDay(SCHEDULES[name]) }}
          flex={1}
          miw={140}
          {...form.getInputProps(name)}
          error={errors[name]}
        />
      ))}
    </Group>
  );
}

interface DatesFieldProps {
  readonly form: ScheduleFormState;
  readonly error: ReactNode;
}

/** The dates on which it runs, in the local time of its zone. */
export function DatesField({ form, error }: DatesFieldProps) {
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
              {...CALENDAR}
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

/** The calendar is named after its field, which it finds by its own id. */
function namedCalendar(id: string) {
  return { id, popoverProps: { id } };
}
