import type { Environment } from "@junctor/sdk";
import { NumberInput, Stack, Text } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useChangeIn } from "../../../api/use-api.ts";
import { useMay } from "../../../api/use-role.ts";
import { confirm, tell } from "../../../parts/forms/confirm.tsx";
import { FormProblem, toFirstError } from "../../../parts/forms/form-problem.tsx";
import { SaveBar } from "../../../parts/forms/save-bar.tsx";
import { RETENTION } from "../../../words/settings/retention.ts";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { SHELL } from "../../../words/shell.ts";
import { ORGANIZATION, type Organization } from "../branding/branding.ts";
import {
  getDays,
  getRetention,
  isShorter,
  type Retained,
  type RetentionValues,
  retentionBody,
} from "./retention.ts";
import { RetentionEffect } from "./retention-effect.tsx";

const ENVIRONMENTS = ["production", "test"] as const;
const LEAST_DAYS = { retention: 1, audit_retention: 30 };
const MOST_DAYS = 36_500;

interface RetentionFormProps {
  readonly organization: Organization;
  readonly retained: Retained;
}

/** How many days each environment keeps something; shortening them deletes records, which requires a confirmation. */
export function RetentionForm({ organization, retained }: RetentionFormProps) {
  const words = RETENTION.of[retained];
  const mayChange = useMay("owner", "production");
  // Said before it is asked about deleting; the rest of what may be typed in is the server's to refuse.
  const tooFew = (days: number | "") =>
    days !== "" && days < LEAST_DAYS[retained] ? RETENTION.atLeast(LEAST_DAYS[retained]) : null;
  const form = useForm<RetentionValues>({
    // Both forms of the page have fields of the same names.
    name: retained.replace("_", "-"),
    initialValues: getRetention(organization, retained),
    validate: { test: tooFew, production: tooFew },
  });
  const save = useChangeIn("production", "put", ORGANIZATION, [ORGANIZATION]);
  const { server } = organization[retained];
  const send = (values: RetentionValues) =>
    save.mutate(
      { body: { [retained]: retentionBody(values) } },
      {
        onSuccess: (saved) => {
          form.setInitialValues(getRetention(saved, retained));
          form.reset();
          tell(words.saved);
        },
      },
    );
  const submit = (values: RetentionValues) => {
    const before = getRetention(organization, retained);
    const shorter = ENVIRONMENTS.filter((one) =>
      isShorter(getDays(values[one], server), getDays(before[one], server)),
    );
    if (shorter.length === 0) return send(values);
    confirm({
      title: words.shortenTitle,
      text: words.shortenText(namesOf(shorter)),
      action: RETENTION.shorten,
      isDangerous: true,
      onConfirm: () => send(values),
    });
  };
  const names = Object.fromEntries(ENVIRONMENTS.map((one) => [`${retained}.${one}`, one]));
  return (
    <form onSubmit={form.onSubmit(submit, toFirstError(form))} aria-label={words.title}>
      <Stack gap="lg">
        <Text size="sm" className="muted">
          {words.help}
        </Text>
        {!mayChange && retained === "retention" && <Text size="sm">{SETTINGS.ownersOnly}</Text>}
        <FormProblem form={form} error={save.error} names={names} />
        {ENVIRONMENTS.map((environment) => (
          <DaysField
            key={environment}
            environment={environment}
            organization={organization}
            retained={retained}
            form={form}
            readOnly={!mayChange}
          />
        ))}
        {mayChange && (
          <SaveBar
            action={words.save}
            isDirty={form.isDirty()}
            isPending={save.isPending}
            onDiscard={form.reset}
          />
        )}
      </Stack>
    </form>
  );
}

function namesOf([first, second]: readonly Environment[]): string {
  return second === undefined ? SHELL[first ?? "test"].toLowerCase() : RETENTION.both;
}

interface DaysFieldProps extends RetentionFormProps {
  readonly environment: Environment;
  readonly form: UseFormReturnType<RetentionValues>;
  readonly readOnly: boolean;
}

function DaysField({ environment, organization, retained, form, readOnly }: DaysFieldProps) {
  const words = RETENTION.of[retained];
  const { server } = organization[retained];
  const days = getDays(form.values[environment], server);
  const before = getDays(getRetention(organization, retained)[environment], server);
  return (
    <div>
      <NumberInput
        label={words.days[environment]}
        description={server === 0 ? RETENTION.noLimit : words.atMost(server)}
        placeholder={RETENTION.placeholder(server)}
        min={LEAST_DAYS[retained]}
        max={MOST_DAYS}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        maw={360}
        readOnly={readOnly}
        {...form.getInputProps(environment)}
      />
      {days !== before && (
        <RetentionEffect environment={environment} retained={retained} days={days} before={before} />
      )}
    </div>
  );
}
