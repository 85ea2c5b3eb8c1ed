import { Button, Group, Input, SegmentedControl, Skeleton, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { SCHEDULES } from "../../words/schedules.ts";
import type { ScheduleFormState } from "./schedule-values.ts";
import { ZoneField } from "./zone-field.tsx";

// The calendar's code is as large as a page's.
const LOADING = <Skeleton height={48} />;
const DayFields = loadedWhenShown(() => import("./date-fields.tsx").then((file) => file.DayFields), LOADING);
const DatesField = loadedWhenShown(
  () => import("./date-fields.tsx").then((file) => file.DatesField),
  LOADING,
);

interface TimesFieldsProps {
  readonly form: ScheduleFormState;
  /** The API's errors about the times, by the form's names of the fields. */
  readonly problems: Readonly<Record<string, string>>;
}

/** When it runs: by a cron expression or at dates, on the clocks of a zone, between two days. */
export function TimesFields({ form, problems }: TimesFieldsProps) {
  const errorOf = (name: "pattern" | "dates" | "zone" | "firstDay" | "lastDay") =>
    form.errors[name] ?? problems[name];
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
      <DayFields form={form} errors={{ firstDay: errorOf("firstDay"), lastDay: errorOf("lastDay") }} />
    </>
  );
}

interface FieldProps {
  readonly form: ScheduleFormState;
  readonly error: ReactNode;
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
