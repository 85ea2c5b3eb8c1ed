import { MultiSelect, Select } from "@mantine/core";
import { useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { useTypedSearch, useWorkflowChoices } from "../../parts/forms/remote-choices.ts";
import { PARTS } from "../../words/parts/parts.ts";
import { WEBHOOKS } from "../../words/webhooks.ts";
import type { WebhookFormState } from "./webhook-values.ts";

/** What an endpoint is limited to: one application, certain workflows. */
export function LimitFields({ form }: { form: WebhookFormState }) {
  const applications = useRead("/api/v2/public/application/all", {});
  const { slug, workflowIds } = form.values;
  const offered = (applications.data ?? []).map((one) => ({ value: one.slug, label: one.name }));
  const isOffered = !slug || offered.some(({ value }) => value === slug);
  const { search, onType } = useTypedSearch();
  const workflows = useWorkflowChoices(useEnvironment(), { search, chosen: workflowIds });
  return (
    <>
      <Select
        label={WEBHOOKS.application}
        placeholder={WEBHOOKS.any}
        data={[...offered, ...(isOffered ? [] : [{ value: slug, label: slug }])]}
        searchable
        clearable
        value={slug}
        error={form.errors.slug}
        onChange={(chosen) => form.setFieldValue("slug", chosen)}
      />
      <MultiSelect
        label={WEBHOOKS.workflows}
        placeholder={workflowIds.length === 0 ? WEBHOOKS.any : undefined}
        data={[...workflows]}
        onSearchChange={onType}
        // The server has searched already.
        filter={({ options }) => options}
        nothingFoundMessage={PARTS.noWorkflow}
        searchable
        clearable
        {...form.getInputProps("workflowIds")}
      />
    </>
  );
}
