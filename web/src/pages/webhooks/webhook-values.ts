import type { Body } from "@junctor/sdk";
import type { FormRulesRecord, UseFormReturnType } from "@mantine/form";
import type { Webhook } from "./webhook.ts";

/** The fields that the API takes for an endpoint. */
export type WebhookFields = Body<"post", "/api/v2/public/webhook">;

/** The same in the form. */
export interface FormValues {
  url: string;
  events: string[];
  kind: Webhook["webhook_type"];
  slug: string | null;
  workflowIds: string[];
  method: NonNullable<Webhook["method"]>;
  body: string;
  /** One per line, as `name: value`. */
  headers: string;
  description: string;
  group: string;
}

/** The form while it is filled in. */
export type WebhookFormState = UseFormReturnType<FormValues, FormValues, FormRulesRecord<FormValues>>;

export const EMPTY: FormValues = {
  url: "",
  events: ["Workflow Completed", "Workflow Errored"],
  kind: "default",
  slug: null,
  workflowIds: [],
  method: "POST",
  body: "",
  headers: "",
  description: "",
  group: "",
};

/** The form values of an endpoint. */
export function getValues(webhook: Webhook): FormValues {
  const headers = Object.entries(webhook.webhook_headers ?? {});
  return {
    url: webhook.webhook_url,
    events: webhook.webhook_events,
    kind: webhook.webhook_type,
    slug: webhook.slug ?? null,
    workflowIds: webhook.workflow_ids ?? [],
    method: webhook.method ?? "POST",
    body: webhook.webhook_body ?? "",
    headers: headers.map(([name, value]) => `${name}: ${value}`).join("\n"),
    description: webhook.description ?? "",
    group: webhook.group ?? "",
  };
}

/** The form's values, as the API takes them; null unsets. */
export function getFields(values: FormValues): WebhookFields {
  const isCustom = values.kind === "custom";
  const fields: WebhookFields = {
    webhook_url: values.url.trim(),
    webhook_events: values.events,
    webhook_type: values.kind,
    slug: values.slug,
    workflow_ids: values.workflowIds.length > 0 ? values.workflowIds : null,
    description: values.description.trim() || null,
    group: values.group.trim() || null,
  };
  if (!isCustom) return fields;
  return {
    ...fields,
    method: values.method,
    webhook_body: values.body.trim() || null,
    webhook_headers: headersOf(values.headers),
  };
}

/** The first line that is not a header; undefined if all are. */
export function badHeaderLine(text: string): string | undefined {
  return linesOf(text).find((line) => line.indexOf(":") < 1);
}

function headersOf(text: string): Record<string, string> | null {
  const pairs = linesOf(text).map((line) => {
    const at = line.indexOf(":");
    return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
  });
  return pairs.length > 0 ? Object.fromEntries(pairs) : null;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
