import type { Body, Reply } from "@junctor/sdk";
import { Alert, Button, Group, NumberInput, SimpleGrid, Stack, Switch, TagsInput, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { mayAs, sessionQuery } from "../../api/session.ts";
import { useChange, useRead } from "../../api/use-api.ts";
import { tell } from "../../parts/confirm.tsx";
import { FormProblem } from "../../parts/form-problem.tsx";
import { Problem } from "../../parts/problem.tsx";
import { useEnvironment } from "../../shell/use-environment.ts";
import { SETTINGS } from "../../words/settings.ts";

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
  const environment = useEnvironment();
  const { data: session } = useQuery(sessionQuery);
  const isOwner = mayAs(session?.roles.production ?? null, "owner");
  const mayChange = isOwner && environment === "production";
  const form = useForm({ initialValues: valuesOf(organization) });
  const save = useChange("put", PATH, [PATH]);
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
        {!mayChange && <Alert color="gray">{isOwner ? SETTINGS.onlyProduction : SETTINGS.ownersOnly}</Alert>}
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
          min={60}
          max={2_592_000}
          thousandSeparator=","
          readOnly={!mayChange}
          {...form.getInputProps("session_token_ttl")}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
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
