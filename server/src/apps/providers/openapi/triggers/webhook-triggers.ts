import type { Json } from "../../../../platform/json/json.ts";
import type { ManifestTrigger } from "../../manifest/schema/trigger-schema.ts";
import { type OpenApiDocument, resolveReferences } from "../document.ts";
import { buildOperationTitle, isIdentifier } from "../operation-title.ts";
import { listParameterSources } from "../parameters.ts";
import { toObject, toShortText } from "../read-json.ts";
import { isJsonType } from "../request-body.ts";
import type { Schemas } from "../schemas.ts";
import { toFieldName } from "../servers.ts";
import type { DocumentWebhook } from "./document-webhooks.ts";
import { findEventKey, listEventConditions } from "./event-proposal.ts";
import { ADDRESS_ALONE, buildWebhook } from "./webhook-settings.ts";

type Triggers = Record<string, ManifestTrigger>;

const LONGEST_ID = 64;
// Longer summaries are descriptions.
const LONGEST_TITLE = 80;

/** What each event's schema may take, in bytes. */
interface SchemaRoom {
  readonly schemas: Schemas;
  readonly outputBytes: number;
}

/**
 * Triggers for what the provider sends to an address that customers enter there. Their ids follow from the document's
 * names alone and begin with `webhook_`, so that nothing else in a newer document changes them.
 */
export function buildWebhookTriggers(
  document: OpenApiDocument,
  webhooks: readonly DocumentWebhook[],
  room: SchemaRoom,
): Triggers {
  const triggers: Triggers = {};
  for (const webhook of webhooks) {
    const wanted = `webhook_${toFieldName(webhook.name)}`.slice(0, LONGEST_ID);
    let id = wanted;
    for (let i = 2; Object.hasOwn(triggers, id); i++) id = `${wanted.slice(0, LONGEST_ID - 4)}_${i}`;
    triggers[id] = buildTrigger(document, webhook, room);
  }
  return triggers;
}

function buildTrigger(
  document: OpenApiDocument,
  webhook: DocumentWebhook,
  { schemas, outputBytes }: SchemaRoom,
): ManifestTrigger {
  const { source, pathItem } = webhook;
  const schema = readBodySchema(document, source.requestBody);
  const output = schema === undefined ? undefined : schemas.complete(schemas.convert(schema), outputBytes);
  const headers = listParameterSources(document, { pathItem, source }).flatMap(({ name, in: place }) =>
    place === "header" && typeof name === "string" ? [name] : [],
  );
  const title = buildTitle(webhook);
  return {
    title,
    description: toShortText(source.description, 1000) ?? toShortText(source.summary, 1000) ?? title,
    input: { type: "object", additionalProperties: false, properties: {} },
    ...(output !== undefined && { output }),
    webhook: buildWebhook(
      { filter: listEventConditions(document, schema), key: findEventKey(document, { schema, headers }) },
      ADDRESS_ALONE,
    ),
  };
}

/** The schema of the body, of JSON if there is a choice. */
function readBodySchema(document: OpenApiDocument, declared: Json | undefined): Json | undefined {
  const content = Object.entries(toObject(toObject(resolveReferences(document, declared)).content));
  const [, media] = content.find(([type]) => isJsonType(type)) ?? content[0] ?? [];
  return toObject(media).schema;
}

/** Its summary if that is short, otherwise the words of its name. */
function buildTitle({ name, operation, source }: DocumentWebhook): string {
  const summary = toShortText(source.summary, 200)?.replace(/\.$/, "");
  if (summary !== undefined && summary.length <= LONGEST_TITLE && !isIdentifier(summary)) return summary;
  const words = toFieldName(operation === undefined ? name : name.slice(operation.id.length + 1));
  const title = words.charAt(0).toUpperCase() + words.slice(1).replaceAll("_", " ");
  return operation === undefined ? title : `${title} (${buildOperationTitle(operation)})`;
}
