import { List, Skeleton, Stack } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { useChange, useChangeIn, useRead } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { EffectivePolicy } from "../../../parts/redaction/effective-policy.tsx";
import { PolicyForm } from "../../../parts/redaction/policy-form.tsx";
import { TryRules } from "../../../parts/redaction/try-rules.tsx";
import { REDACTION } from "../../../words/redaction.ts";
import { Section } from "../section.tsx";

const PATH = "/api/v2/public/redaction";
const FLOOR = "/api/v2/public/organization/redaction";

export const Route = createLazyRoute("/$environment/settings/redaction")({ component: RedactionTab });

/** What executions keep and what is redacted: the organization's floor, and this environment. */
export function RedactionTab() {
  const environment = useEnvironment();
  const { data, error, refetch } = useRead(PATH, {});
  const save = useChange("put", PATH, [PATH]);
  const saveFloor = useChangeIn("production", "put", FLOOR, [PATH]);
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={240} />;
  const { effective, workflows = [] } = data;
  return (
    <Stack gap="xl" maw={640} key={environment}>
      <Section title={REDACTION.effective} text={REDACTION.begins}>
        <EffectivePolicy effective={effective} />
      </Section>
      <Section title={REDACTION.form.environment(environment)}>
        <PolicyForm
          label={REDACTION.form.environment(environment)}
          help={REDACTION.help.environment}
          least="owner"
          stored={data.environment}
          save={save}
        />
      </Section>
      <Section title={REDACTION.form.organization}>
        <PolicyForm
          label={REDACTION.form.organization}
          help={REDACTION.help.organization}
          least="owner"
          environment="production"
          stored={data.organization}
          save={saveFloor}
        />
      </Section>
      {workflows.length > 0 && (
        <Section title={REDACTION.ownPolicies}>
          <List size="sm" spacing="xs">
            {workflows.map(({ workflow_id: id, name }) => (
              <List.Item key={id}>
                <TextLink
                  to="/$environment/workflows/$id"
                  params={{ environment, id }}
                  search={{ view: "redaction" }}
                >
                  {name}
                </TextLink>
              </List.Item>
            ))}
          </List>
        </Section>
      )}
      <Section title={REDACTION.tryTitle} text={REDACTION.tryHelp}>
        <TryRules />
      </Section>
    </Stack>
  );
}
