import { isObject, type Json } from "../../platform/json/json.ts";
import type { WebhookEvent } from "../event.ts";
import type { DueDelivery } from "./claim.ts";
import { parsePayloadTemplate, renderJson, type TemplateValues, type TextBudget } from "./template.ts";

// Slack takes 3,000 characters in a block, Teams about 28 KB in a card.
const LONGEST_VALUE = 400;
const LONGEST_SLACK_TEXT = 3000;
const LONGEST_BODY_BYTES = 1024 * 1024;
// The event is the message's title, and the kind is always the same.
const NOT_LISTED = new Set(["event", "type"]);

/**
 * The body of a delivery as configured for its endpoint: what its template makes of the payload (spec 6), or a chat
 * message about it. Throws TextTooLongError.
 */
export function buildBody(
  { type, event, body }: Pick<DueDelivery, "type" | "event" | "body">,
  values: TemplateValues & { event: Record<string, Json> },
): string {
  if (type === "slack") return JSON.stringify(slackMessage(event, describePayload(values.event)));
  if (type === "teams") return JSON.stringify(teamsMessage(event, describePayload(values.event)));
  return body === null || type === "default"
    ? JSON.stringify(values.event)
    : renderJson(parsePayloadTemplate(body), values, bodyRoom());
}

function bodyRoom(): TextBudget {
  return { leftBytes: LONGEST_BODY_BYTES, whole: "a body of more than 1 MB" };
}

/** Whether a body template makes JSON of any event; if not, a sentence that says why. */
export function findBodyProblem(template: string): string | undefined {
  try {
    const parsed = parsePayloadTemplate(template);
    JSON.parse(renderJson(parsed, { event: {}, workflow_response: null }, bodyRoom()));
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return "must be JSON once its placeholders are filled in.";
    return error instanceof Error ? error.message : String(error);
  }
}

function describePayload(payload: Record<string, Json>): string[] {
  return Object.entries(payload)
    .filter(([name, value]) => !NOT_LISTED.has(name) && value !== null)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : (listTexts(value) ?? JSON.stringify(value));
      return `${name}: ${shorten(text.replace(/\s+/g, " "))}`;
    });
}

/** The sentences of a list's records, which is what people read of an alert's subjects; undefined for anything else. */
function listTexts(value: Json): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const texts = value.map((one) => (isObject(one) && typeof one.text === "string" ? one.text : undefined));
  return texts.includes(undefined) ? undefined : texts.join("; ");
}

function shorten(text: string): string {
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1).toWellFormed()}…`;
}

/** `verbatim` keeps Slack from turning data into links and mentions; `<` would begin one. */
function slackMessage(event: WebhookEvent, lines: string[]): Json {
  let text = `*${event}*`;
  for (const line of lines) {
    const next = `${text}\n${escapeSlack(line)}`;
    if (next.length <= LONGEST_SLACK_TEXT) text = next;
  }
  return {
    text: event,
    blocks: [{ type: "section", text: { type: "mrkdwn", text, verbatim: true } }],
  };
}

function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Data goes into text runs: unlike text blocks they have no Markdown, so nothing in it becomes a link. */
function teamsMessage(event: WebhookEvent, lines: string[]): Json {
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "TextBlock", text: event, weight: "Bolder", wrap: true },
            ...lines.map((text) => ({ type: "RichTextBlock", inlines: [{ type: "TextRun", text }] })),
          ],
        },
      },
    ],
  };
}
