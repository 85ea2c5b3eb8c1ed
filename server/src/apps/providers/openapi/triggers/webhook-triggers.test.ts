import { describe, expect, test } from "vitest";
import { importDocument } from "../import-document.ts";
import { buildDocument, importTestDocument } from "../test-document.ts";

const paths = { "/pets": { get: { operationId: "listPets" } } };
const body = (schema: object) => ({ content: { "application/json": { schema } } });
const event = (members: object, required: readonly string[] = Object.keys(members)) =>
  body({ type: "object", required, properties: members });
const text = { type: "string" };

const importWebhooks = (webhooks: object, more: object = {}) =>
  importTestDocument(paths, { openapi: "3.1.0", webhooks, ...more });
const triggersOf = (webhooks: object, more: object = {}) =>
  importWebhooks(webhooks, more).manifest.triggers ?? {};

describe("webhooks of a document", () => {
  test("each becomes a trigger with the schema of its body, by the address alone", () => {
    const created = {
      post: { summary: "A pet was added.", description: "Sent once.", requestBody: event({ pet: text }) },
    };
    const { webhook_pet_created: trigger } = triggersOf({ "pet.created": created });
    expect(trigger).toEqual({
      title: "A pet was added",
      description: "Sent once.",
      input: { type: "object", additionalProperties: false, properties: {} },
      output: { type: "object", required: ["pet"], properties: { pet: text } },
      webhook: { verify: { address: {} }, when: [{ path: "method", equals: ["POST"] }], optional_key: true },
    });
  });

  test("those of an extension of 3.0, and references to path items, count as well", () => {
    const { manifest } = importTestDocument(paths, {
      "x-webhooks": { petSold: { post: {} }, petLost: { $ref: "#/components/pathItems/Lost" } },
      components: { pathItems: { Lost: { post: { summary: "petLost" } } } },
    });
    const titles = Object.entries(manifest.triggers ?? {}).map(([id, { title }]) => [id, title]);
    expect(titles).toEqual([
      ["webhook_pet_sold", "Pet sold"],
      ["webhook_pet_lost", "Pet lost"],
    ]);
  });

  test("their ids follow from their names alone, whatever else the document has", () => {
    const list = {
      get: { responses: { 200: body({ type: "array", items: { properties: { id: text } } }) } },
    };
    const webhooks = { new_pet: { post: {} }, newPet: { post: {} } };
    const { manifest } = importTestDocument({ "/pets": list }, { webhooks });
    expect(Object.keys(manifest.triggers ?? {}).sort()).toEqual([
      "new_pet",
      "webhook_new_pet",
      "webhook_new_pet_2",
    ]);
  });

  test("what is not sent with POST is left out with a warning", () => {
    const { manifest, warnings } = importWebhooks({ asked: { get: {} }, sent: { post: {} } });
    expect(Object.keys(manifest.triggers ?? {})).toEqual(["webhook_sent"]);
    expect(warnings).toContain("Webhook asked: left out: only what is sent with POST can be received.");
  });

  test("more than 500 are left out with a warning, and their schemas share their room", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `member_${i}`,
        { type: "string", description: "What it is.".repeat(9) },
      ]),
    );
    const many = Array.from({ length: 510 }, (_, i) => [
      `event_${i}`,
      { post: { requestBody: body({ properties }) } },
    ]);
    const { manifest, warnings } = importWebhooks(Object.fromEntries(many));
    expect(Object.keys(manifest.triggers ?? {})).toHaveLength(500);
    expect(warnings).toContain("Only the first 500 of its 510 webhooks become triggers.");
    expect(JSON.stringify(manifest).length).toBeLessThan(1024 * 1024);
    const [one] = Object.values(triggersOf({ one: { post: { requestBody: body({ properties }) } } }));
    expect(Object.keys(one?.output?.properties ?? {})).toHaveLength(60);
  });

  test("an application that nobody connects has none", () => {
    const auth = {
      your_app: { apply: { headers: { "X-Key": "{{ linked_account.auth_credentials.key }}" } } },
    };
    const document = buildDocument(paths, { webhooks: { sent: { post: {} } } });
    expect(importDocument({ text: document, auth }).manifest.triggers).toBeUndefined();
  });
});

describe("callbacks of operations", () => {
  const operation = (address: string, more: object = {}) => ({
    "/reports": {
      post: {
        operationId: "startReport",
        summary: "Start a report",
        callbacks: { reportDone: { [address]: { post: { requestBody: event({ url: text }) } } } },
        ...more,
      },
    },
  });

  test.each([
    "{$request.body#/callback_url}",
    "$request.body#/callback_url",
    "{$request.query.to}/done",
    "https://hooks.pets.example/done",
  ])("one to %s becomes a trigger", (address) => {
    const { triggers } = importTestDocument(operation(address)).manifest;
    expect(triggers).toMatchObject({
      webhook_start_report_report_done: {
        title: "Report done (Start a report)",
        output: { properties: { url: text } },
      },
    });
  });

  test("one to an address of the response is left out with a warning", () => {
    const { manifest, warnings } = importTestDocument(operation("{$response.body#/hook}"));
    expect(manifest.triggers).toBeUndefined();
    expect(warnings).toContain(
      "POST /reports: callback reportDone: left out: its address {$response.body#/hook} is none that a caller gives.",
    );
  });

  test("those of operations that were not chosen are none", () => {
    const both = { ...operation("{$request.body#/url}"), ...paths };
    const { triggers } = importTestDocument(both, {}, { operations: ["listPets"] }).manifest;
    expect(triggers).toBeUndefined();
  });
});

describe("what an import proposes of a webhook", () => {
  const webhookOf = (requestBody: object, more: object = {}) =>
    triggersOf({ sent: { post: { requestBody, ...more } } }, { openapi: "3.1.0" }).webhook_sent?.webhook;
  const conditions = (requestBody: object) => [webhookOf(requestBody)?.when].flat().slice(1);

  test("a filter by members that say what happened and have one value", () => {
    expect(
      conditions(
        event({ type: { const: "pet.created" }, action: { enum: ["created"] }, name: { const: "Rex" } }),
      ),
    ).toEqual([
      { path: "body.type", equals: ["pet.created"] },
      { path: "body.action", equals: ["created"] },
    ]);
    expect(conditions(event({ type: { enum: ["created", "sold"] }, event: text }))).toEqual([]);
    // It may be absent.
    expect(conditions(event({ id: text, type: { const: "pet.created" } }, ["id"]))).toEqual([]);
    const type = { enum: ["pet.created"], default: "pet.created" };
    expect(conditions(event({ id: text, type }, ["id"]))).toEqual([
      { path: "body.type", equals: ["pet.created"] },
    ]);
    // The document does not say what is required.
    expect(conditions(event({ type: { const: "pet.created" } }, []))).toHaveLength(1);
  });

  test.each([
    ["an id of the event", event({ event_id: text }), "{{ body.event_id }}"],
    ["the id of an envelope", event({ id: text, type: text, data: {} }), "{{ body.id }}"],
    ["the id of a thing", event({ id: text, name: text }), undefined],
    ["the id of a thing that changed", event({ id: text, action: text }), undefined],
    ["the id of a thing with a type", event({ id: text, type: text, content: {} }), undefined],
    ["an id that may be absent", event({ event_id: text, type: text }, ["type"]), undefined],
  ])("what identifies an event: %s", (_what, requestBody, key) => {
    expect(webhookOf(requestBody)?.key).toBe(key);
  });

  test.each([
    ["X-GitHub-Delivery", "{{ headers.x-github-delivery }}"],
    ["webhook-id", "{{ headers.webhook-id }}"],
    ["X-Event-Id", "{{ headers.x-event-id }}"],
    ["X-Webhook-Id", undefined],
    ["X-GitHub-Hook-Id", undefined],
  ])("a header that identifies the delivery: %s", (name, key) => {
    const parameters = [{ name, in: "header", schema: text }];
    expect(webhookOf(event({ name: text }), { parameters })?.key).toBe(key);
  });
});
