import { MultiSelect, Select } from "@mantine/core";
import { useRead } from "../../api/use-api.ts";
import { WEBHOOKS } from "../../words/webhooks.ts";
import type { WebhookFormState } from "./webhook-values.ts";

/** What an endpoint is limited to: one application, certain workflows. */
export function LimitFields({ form }: { form: WebhookFormState }) {
  const applications = useRead("/api/v2/public/application/all", {});
  const workflows = useRead("/api/v2/public/workflow/all", { query: { limit: 100 } });
  const { slug, workflowIds } = form.values;
  return (
    <>
      <Select
        label={WEBHOOKS.application}
        placeholder={WEBHOOKS.any}
        data={withChosen(
          (applications.data ?? []).map((one) => ({ value: one.slug, label: one.name })),
          slug ? [slug] : [],
        )}
        searchable
        clearable
        value={slug}
        error={form.errors.slug}
        onChange={(chosen) => form.setFieldValue("slug", chosen)}
      />
      <MultiSelect
        label={WEBHOOKS.workflows}
        placeholder={workflowIds.length === 0 ? WEBHOOKS.any : undefined}
        data={withChosen(
          (workflows.data?.docs ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
          workflowIds,
        )}
        searchable
        clearable
        {...form.getInputProps("workflowIds")}
      />
    </>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The choices, with those that are chosen although they are not among them. */
function withChosen(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  const known = new Map(choices.map((choice) => [choice.value, choice]));
  for (const value of chosen) if (!known.has(value)) known.set(value, { value, label: value });
  return [...known.values()];
}
