import { Checkbox, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { RecordForm, type RecordFormProps } from "../../parts/forms/record-form.tsx";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { LimitFields } from "./limit-fields.tsx";
import type { Webhook } from "./webhook.ts";
import {
  badHeaderLine,
  type FormValues,
  getFields,
  type WebhookFields,
  type WebhookFormState,
} from "./webhook-values.ts";

interface WebhookFormProps extends RecordFormProps<WebhookFields> {
  readonly initial: FormValues;
  readonly isChat: boolean;
}

const API_NAMES = {
  webhook_url: "url",
  webhook_events: "events",
  webhook_type: "kind",
  workflow_ids: "workflowIds",
  webhook_body: "body",
  webhook_headers: "headers",
};

/** What an endpoint receives, and in which form. */
export function WebhookForm({ initial, isChat, onSubmit, ...record }: WebhookFormProps) {
  const form: WebhookFormState = useForm<FormValues>({
    initialValues: initial,
    validate: {
      url: (url) => (url.trim() ? null : WEBHOOKS.urlNeeded),
      events: (events) => (events.length > 0 ? null : WEBHOOKS.eventsNeeded),
      headers: (text) => {
        const line = badHeaderLine(text);
        return line === undefined ? null : WEBHOOKS.headerLine(line);
      },
    },
  });
  return (
    <RecordForm form={form} names={API_NAMES} {...record} onSubmit={(values) => onSubmit(getFields(values))}>
      <TextInput
        label={WEBHOOKS.address}
        description={isChat ? WEBHOOKS.urlMasked : WEBHOOKS.urlHelp}
        placeholder="https://example.com/webhooks"
        withAsterisk
        {...form.getInputProps("url")}
      />
      <Checkbox.Group
        label={WEBHOOKS.events}
        description={WEBHOOKS.eventsHelp}
        withAsterisk
        {...form.getInputProps("events")}
      >
        <Stack gap="sm" mt="sm">
          {Object.entries(WEBHOOKS.eventDescriptions).map(([event, text]) => (
            <Checkbox key={event} value={event} label={event} description={text} />
          ))}
        </Stack>
      </Checkbox.Group>
      <LimitFields form={form} />
      <Select
        label={WEBHOOKS.kind}
        data={Object.entries(WEBHOOKS.kinds).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps("kind")}
      />
      {form.values.kind === "custom" && <CustomFields form={form} />}
      <TextInput label={WEBHOOKS.description} maxLength={1000} {...form.getInputProps("description")} />
      <TextInput
        label={WEBHOOKS.group}
        description={WEBHOOKS.groupHelp}
        maxLength={255}
        {...form.getInputProps("group")}
      />
    </RecordForm>
  );
}

const METHODS: readonly NonNullable<Webhook["method"]>[] = ["POST", "PUT", "PATCH"];

function CustomFields({ form }: { form: WebhookFormState }) {
  return (
    <>
      <Select
        label={WEBHOOKS.method}
        data={[...METHODS]}
        allowDeselect={false}
        {...form.getInputProps("method")}
      />
      <Textarea
        label={WEBHOOKS.ownBody}
        description={WEBHOOKS.ownBodyHelp}
        autosize
        minRows={4}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12 } }}
        {...form.getInputProps("body")}
      />
      <Textarea
        label={WEBHOOKS.ownHeaders}
        description={WEBHOOKS.ownHeadersHelp}
        autosize
        minRows={2}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12 } }}
        {...form.getInputProps("headers")}
      />
    </>
  );
}
