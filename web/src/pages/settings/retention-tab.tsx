import type { Environment } from "@junctor/sdk";
import { List, NumberInput, Skeleton, Stack, Text } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { createLazyRoute } from "@tanstack/react-router";
import { useChangeIn, useRead } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { confirm, tell } from "../../parts/confirm.tsx";
import { FormProblem } from "../../parts/form-problem.tsx";
import { Problem } from "../../parts/problem.tsx";
import { RETENTION } from "../../words/retention.ts";
import { SETTINGS } from "../../words/settings.ts";
import { SHELL } from "../../words/shell.ts";
import { ORGANIZATION, type Organization } from "./branding.ts";
import { daysOf, isShorter, type RetentionValues, retentionOf } from "./retention.ts";
import { RetentionEffect } from "./retention-effect.tsx";
import { SaveBar } from "./save-bar.tsx";
import { Section } from "./section.tsx";

export const Route = createLazyRoute("/$environment/settings/retention")({ component: RetentionTab });

const ENVIRONMENTS = ["production", "test"] as const;
const API_NAMES = { "retention.test": "test", "retention.production": "production" };
const MOST_DAYS = 36_500;

function RetentionTab() {
  const { data, error, refetch } = useRead(ORGANIZATION, {});
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={240} />;
  return (
    <Stack gap="xl" maw={560}>
      <RetentionForm organization={data} />
      <Section title={RETENTION.deletedTitle}>
        <Lines lines={RETENTION.deleted} />
      </Section>
      <Section title={RETENTION.keptTitle}>
        <Lines lines={RETENTION.kept} />
      </Section>
    </Stack>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <List size="sm" spacing="xs">
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}

function RetentionForm({ organization }: { organization: Organization }) {
  const mayChange = useMay("owner", "production");
  const form = useForm<RetentionValues>({ initialValues: retentionOf(organization) });
  const save = useChangeIn("production", "put", ORGANIZATION, [ORGANIZATION]);
  const { server } = organization.retention;
  const send = ({ test, production }: RetentionValues) =>
    save.mutate(
      {
        body: {
          retention: { test: test === "" ? null : test, production: production === "" ? null : production },
        },
      },
      {
        onSuccess: (saved) => {
          form.setInitialValues(retentionOf(saved));
          form.reset();
          tell(RETENTION.saved);
        },
      },
    );
  const submit = (values: RetentionValues) => {
    const before = retentionOf(organization);
    const shorter = ENVIRONMENTS.filter((one) =>
      isShorter(daysOf(values[one], server), daysOf(before[one], server)),
    );
    if (shorter.length === 0) return send(values);
    confirm({
      title: RETENTION.shortenTitle,
      text: RETENTION.shortenText(namesOf(shorter)),
      action: RETENTION.shorten,
      isDangerous: true,
      onConfirm: () => send(values),
    });
  };
  return (
    <form onSubmit={form.onSubmit(submit)} aria-label={RETENTION.tab}>
      <Stack gap="lg">
        <Text size="sm" className="muted">
          {RETENTION.help}
        </Text>
        {!mayChange && <Text size="sm">{SETTINGS.ownersOnly}</Text>}
        <FormProblem form={form} error={save.error} names={API_NAMES} />
        {ENVIRONMENTS.map((environment) => (
          <DaysField key={environment} {...{ environment, organization, form }} readOnly={!mayChange} />
        ))}
        {mayChange && (
          <SaveBar
            action={RETENTION.save}
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

interface DaysFieldProps {
  readonly environment: Environment;
  readonly organization: Organization;
  readonly form: UseFormReturnType<RetentionValues>;
  readonly readOnly: boolean;
}

function DaysField({ environment, organization, form, readOnly }: DaysFieldProps) {
  const { server } = organization.retention;
  const days = daysOf(form.values[environment], server);
  const before = daysOf(retentionOf(organization)[environment], server);
  return (
    <div>
      <NumberInput
        label={RETENTION.days[environment]}
        description={server === 0 ? RETENTION.noLimit : RETENTION.atMost(server)}
        placeholder={RETENTION.placeholder(server)}
        min={1}
        max={MOST_DAYS}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        maw={360}
        readOnly={readOnly}
        {...form.getInputProps(environment)}
      />
      {days !== before && <RetentionEffect environment={environment} days={days} before={before} />}
    </div>
  );
}
