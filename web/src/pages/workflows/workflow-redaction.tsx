import { Skeleton, Stack, Title } from "@mantine/core";
import { useChange, useRead } from "../../api/use-api.ts";
import { Problem } from "../../parts/page/problem.tsx";
import { EffectivePolicy } from "../../parts/redaction/effective-policy.tsx";
import type { Policy } from "../../parts/redaction/policy.ts";
import { PolicyForm } from "../../parts/redaction/policy-form.tsx";
import { TryRules } from "../../parts/redaction/try-rules.tsx";
import { REDACTION } from "../../words/redaction.ts";

const PATH = "/api/v2/public/workflow/{id}/redaction";

/** What a workflow's executions keep, and what is redacted in them. */
export function WorkflowRedaction({ id }: { id: string }) {
  const { data, error, refetch } = useRead(PATH, { path: { id } });
  const save = useChange("put", PATH, [PATH]);
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={320} />;
  const saveOwn = {
    error: save.error,
    isPending: save.isPending,
    mutate: ({ body }: { body: Policy }, options: { onSuccess: () => void }) =>
      save.mutate({ path: { id }, body }, options),
  };
  return (
    <Stack gap="lg" maw={640}>
      <Title order={2} size="h5">
        {REDACTION.effective}
      </Title>
      <EffectivePolicy effective={data.effective} />
      <Title order={2} size="h5">
        {REDACTION.form.workflow}
      </Title>
      <PolicyForm
        label={REDACTION.form.workflow}
        help={`${REDACTION.help.workflow} ${REDACTION.begins}`}
        least="developer"
        stored={data.workflow ?? {}}
        save={saveOwn}
      />
      <Title order={2} size="h5">
        {REDACTION.tryTitle}
      </Title>
      <TryRules workflowId={id} />
    </Stack>
  );
}
