import type { Body } from "@junctor/sdk";
import { Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { createLazyRoute } from "@tanstack/react-router";
import { useChange } from "../../../api/use-api.ts";
import { FormButtons } from "../../../parts/forms/form-buttons.tsx";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { given } from "../../../parts/page/use-filters.ts";
import { APPLICATIONS, OWN } from "../../../words/applications.ts";
import { AFTER_CHANGES } from "../application.ts";
import { OwnIsAdded } from "./own-is-added.tsx";

export const Route = createLazyRoute("/$environment/applications/add/mcp")({ component: McpPage });

const PATH = "/api/v2/public/application/mcp";
type NewServer = Body<"post", typeof PATH>;

const AUTHS = Object.entries(OWN.auths).map(([value, label]) => ({ value, label }));

/** Adds a remote MCP server: its tools become actions. */
function McpPage() {
  const form = useForm({ initialValues: { url: "", slug: "", name: "", description: "", auth: "" } });
  const add = useChange("post", PATH, AFTER_CHANGES);
  const submit = form.onSubmit((values) => add.mutate({ body: given(values) as NewServer }));
  return (
    <Page title={OWN.mcpTitle} back={{ to: "/$environment/applications", label: APPLICATIONS.toList }}>
      {add.data ? (
        <OwnIsAdded slug={add.data.slug} name={add.data.name} warnings={add.data.warnings} />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md" maw={520}>
            <Text size="sm" className="muted">
              {OWN.mcpText}
            </Text>
            <TextInput
              label={OWN.endpoint}
              description={OWN.endpointHelp}
              type="url"
              placeholder="https://"
              required
              {...form.getInputProps("url")}
            />
            <TextInput
              label={OWN.slug}
              description={OWN.slugNeeded}
              required
              maxLength={60}
              {...form.getInputProps("slug")}
            />
            <TextInput label={OWN.name} maxLength={100} {...form.getInputProps("name")} />
            <TextInput label={OWN.description} maxLength={1000} {...form.getInputProps("description")} />
            <Select label={OWN.auth} data={AUTHS} allowDeselect={false} {...form.getInputProps("auth")} />
            <FormProblem form={form} error={add.error} />
            <FormButtons action={OWN.addServer} isPending={add.isPending} onSubmit={submit} />
          </Stack>
        </form>
      )}
    </Page>
  );
}
