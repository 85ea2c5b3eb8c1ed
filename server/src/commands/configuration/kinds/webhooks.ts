import { Type } from "typebox";
import type { Body, Reply } from "../../../../../sdk/src/http/wire.ts";
import { isChat, redactChatUrl } from "../../../webhooks/manage/chat-url.ts";
import { redactOwnHeader } from "../../../webhooks/manage/own-headers.ts";
import { NewWebhookBody } from "../../../webhooks/manage/schema.ts";
import type { Target } from "../../target.ts";
import {
  getMembers,
  getText,
  type RecordDocument,
  type RemoteRecord,
  type ResourceKind,
  removeDefaults,
  type StoredSecret,
} from "../kind.ts";
import { withSecretNames, withShownSecrets, withStoredSecrets } from "./secrets.ts";
import { readWorkflowNames, type WorkflowNames } from "./workflow-names.ts";

const ALL = "/api/v2/public/webhook";
const ONE = `${ALL}/{id}`;
const { workflow_ids, description, ...given } = NewWebhookBody.properties;
const schema = Type.Object({
  description,
  ...given,
  workflows: Type.Optional(
    Type.Union(workflow_ids.anyOf, { description: "Limits workflow events to these workflows, by alias." }),
  ),
});
const MEMBERS = Object.keys(schema.properties);
const DEFAULTS: RecordDocument = {
  webhook_type: "default",
  webhook_body: null,
  webhook_headers: null,
  method: "POST",
  is_enabled: true,
  description: null,
  slug: null,
  group: null,
  workflows: null,
};

type Webhook = Reply<"get", typeof ONE>;

/** Endpoints that receive events. Their signing secrets are the server's, and never in files. */
export const WEBHOOKS: ResourceKind = {
  folder: "webhooks",
  title: "webhook",
  schema,
  getName: (document) =>
    getText(document, "description") ?? hostOf(getText(document, "webhook_url")) ?? "webhook",
  // With a description, the address may change, and without losing the signing secret.
  getKeys: (document) => {
    const text = getText(document, "description");
    return [...(text === undefined ? [] : [`description ${text}`]), `url ${shownUrlOf(document)}`];
  },
  getRecordKeys: ({ document, secrets = [] }) => {
    const text = getText(document, "description");
    const url = getText(document, "webhook_url") ?? secrets[0]?.shown;
    return [...(text === undefined ? [] : [`description ${text}`]), `url ${url}`];
  },
  distinction: "give each of them a description.",
  normalize,
  list: async (target) => {
    const [all, names] = await Promise.all([target.send("get", ALL, {}), readWorkflowNames(target)]);
    return all.map((one) => toRecord(one, names));
  },
  adopt: (document, record, target) => withStoredSecrets(document, record, { target }),
  create: async (target, document) => {
    await target.send("post", ALL, { body: (await toBody(target, document)) as Body<"post", typeof ALL> });
  },
  update: async (target, { document, record }) => {
    const body = await toBody(target, withShownSecrets(document, record));
    await target.send("put", ONE, { path: { id: record.id }, body });
  },
  delete: async ({ send }, { id }) => void (await send("delete", ONE, { path: { id } })),
};

function normalize({ webhook_body: body, ...document }: RecordDocument): RecordDocument {
  // A body given as an object is the template of its JSON.
  const text = typeof body === "object" && body !== null ? JSON.stringify(body) : body;
  const { workflows, slug, group, ...rest } = document;
  return removeDefaults(
    {
      ...rest,
      ...(text !== undefined && { webhook_body: text }),
      slug: slug || null,
      group: group || null,
      workflows: Array.isArray(workflows) && workflows.length > 0 ? workflows : null,
    },
    MEMBERS,
    DEFAULTS,
  );
}

function toRecord(webhook: Webhook, names: WorkflowNames): RemoteRecord {
  const { _id: id, webhook_url: url, workflow_ids: ids, disabled_reason: reason } = webhook;
  const name = webhook.description ?? hostOf(url) ?? "";
  const shown = normalize({ ...getMembers(webhook, MEMBERS), workflows: ids?.map(names.toAlias) ?? null });
  const secrets = listSecrets(webhook);
  return {
    id,
    document: withSecretNames(shown, secrets, name),
    secrets,
    notes: reason === undefined ? [] : [`The server disabled it: ${reason}`],
  };
}

/** What the API shows only in part: the address of a chat, and headers with secrets. */
function listSecrets({
  webhook_url: url,
  webhook_type: type,
  webhook_headers: headers = {},
}: Webhook): StoredSecret[] {
  const ofHeaders = Object.entries(headers)
    .filter(([, value]) => value.startsWith("…"))
    .map(([name, shown]) => ({
      path: ["webhook_headers", name],
      shown,
      isLike: (value: string) => redactOwnHeader(name, value) === shown,
    }));
  if (!isChat(type)) return ofHeaders;
  const isLike = (value: string) => URL.canParse(value) && redactChatUrl(value) === url;
  return [{ path: ["webhook_url"], shown: url, isLike }, ...ofHeaders];
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}

/** How the API shows the address of a document, by which its record is found. */
function shownUrlOf(document: RecordDocument): string | undefined {
  const url = getText(document, "webhook_url");
  const isOfChat = document.webhook_type === "slack" || document.webhook_type === "teams";
  return isOfChat && url !== undefined && URL.canParse(url) ? redactChatUrl(url) : url;
}

/** With defaults for what the document leaves out, and the ids of its workflows. */
async function toBody(
  target: Target,
  { workflows, ...document }: RecordDocument,
): Promise<Body<"put", typeof ONE>> {
  const { workflows: _workflows, method, ...defaults } = DEFAULTS;
  const names = Array.isArray(workflows) ? await readWorkflowNames(target) : undefined;
  const ids = Array.isArray(workflows) ? workflows.map((name) => names?.toId(String(name))) : null;
  const body: object = { ...defaults, method, ...document, workflow_ids: ids };
  return body as Body<"put", typeof ONE>; // the document fits the schema
}
