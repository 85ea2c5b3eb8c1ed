import { List, Skeleton, Stack } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { useRead } from "../../../api/use-api.ts";
import { Problem } from "../../../parts/page/problem.tsx";
import { RETENTION } from "../../../words/settings/retention.ts";
import { ORGANIZATION } from "../branding/branding.ts";
import { Section } from "../section.tsx";
import { RetentionForm } from "./retention-form.tsx";

export const Route = createLazyRoute("/$environment/settings/retention")({ component: RetentionTab });

function RetentionTab() {
  const { data, error, refetch } = useRead(ORGANIZATION, {});
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={240} />;
  return (
    <Stack gap="xl" maw={560}>
      <RetentionForm organization={data} retained="retention" />
      <Section title={RETENTION.deletedTitle}>
        <Lines lines={RETENTION.deleted} />
      </Section>
      <Section title={RETENTION.keptTitle}>
        <Lines lines={RETENTION.kept} />
      </Section>
      <Section title={RETENTION.of.audit_retention.title}>
        <RetentionForm organization={data} retained="audit_retention" />
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
