import type { Body, Reply } from "@junctor/sdk";
import { Button, Group, NumberInput, SimpleGrid, Stack, Switch, TagsInput, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { createLazyRoute } from "@tanstack/react-router";
import { useChangeIn, useRead } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { FormProblem } from "../../parts/forms/form-problem.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { SETTINGS } from "../../words/settings/settings.ts";

export const Route = createLazyRoute("/$environment/settings/organization")({ component: OrganizationTab });

const PATH = "/api/v2/public/organization";

const API_NAMES = { "rate_limits.requests": "requests", "rate_limits.triggers": "triggers" };

type Organization = Reply<"get", typeof PATH>;

function OrganizationTab() {
  const organization = useRead(PATH, {});
  if (organization.error) return <Problem error={organization.error} onRetry={organization.refetch} />;
  return organization.data ? <OrganizationForm organization={organization.data} /> : null;
}

function OrganizationForm({ organization }: { organization: Organization }) {
  // The same in both environments, and changed with a role in production.
  const mayChange = useMay("owner", "production");
  const form = useForm({ initialValues: valuesOf(organization) });
  const save = useChangeIn("production", "put", PATH, [PATH]);
  const submit = (values: typeof form.values) =>
    save.mutate(
      { body: bodyOf(values) },
      {
        onSuccess: (saved) => {
          form.setInitialValues(valuesOf(saved as Organization));
          form.reset();
          tell(SETTINGS.saved);
        },
      },
    );
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="lg" maw={520}>
        <Text size="sm" className="muted">
          {SETTINGS.organizationHelp}
        </Text>
        {!mayChange && <Text size="sm">{SETTINGS.ownersOnly}</Text>}
        <FormProblem form={form} error={save.error} names={API_NAMES} />
        <TagsInput
          label={SETTINGS.frameOrigins}
          description={SETTINGS.frameOriginsHelp}
          maxTags={20}
          styles={{ inputField: { minWidth: 0 } }}
          readOnly={!mayChange}
          {...form.getInputProps("frame_origins")}
        />
        <NumberInput
          label={SETTINGS.sessionTtl}
          description={SETTINGS.sessionTtlHelp}
          min={60}
          max={2_592_000}
          readOnly={!mayChange}
          {...form.getInputProps("session_token_ttl")}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: "end" }}>
          <NumberInput
            label={SETTINGS.requestsLimit}
            description={SETTINGS.limitHelp}
            min={1}
            readOnly={!mayChange}
            {...form.getInputProps("requests")}
          />
          <NumberInput
            label={SETTINGS.triggersLimit}
            description={SETTINGS.limitHelp}
            min={1}
            readOnly={!mayChange}
            {...form.getInputProps("triggers")}
          />
        </SimpleGrid>
        <Switch
          label={SETTINGS.wholeWorkflows}
          description={SETTINGS.wholeWorkflowsHelp}
          disabled={!mayChange}
          {...form.getInputProps("whole_workflows", { type: "checkbox" })}
        />
        <Switch
          label={SETTINGS.providerOauth}
          description={SETTINGS.providerOauthHelp}
          disabled={!mayChange}
          {...form.getInputProps("provider_oauth_url", { type: "checkbox" })}
        />
        {mayChange && (
          <Group gap="md">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {SETTINGS.save}
            </Button>
            {form.isDirty() && (
              <Text size="sm" className="muted">
                {SETTINGS.unsaved}
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

function valuesOf(organization: Organization) {
  const { frame_origins, session_token_ttl, rate_limits, whole_workflows, provider_oauth_url } = organization;
  return {
    frame_origins,
    session_token_ttl,
    requests: rate_limits.requests ?? ("" as number | ""),
    triggers: rate_limits.triggers ?? ("" as number | ""),
    whole_workflows,
    provider_oauth_url,
  };
}

function bodyOf({ requests, triggers, ...rest }: ReturnType<typeof valuesOf>): Body<"put", typeof PATH> {
  return {
    ...rest,
    rate_limits: { requests: requests === "" ? null : requests, triggers: triggers === "" ? null : triggers },
  };
}
