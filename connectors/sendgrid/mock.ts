import { generateKeyPairSync, sign } from "node:crypto";
import { numbered } from "../mock-routes.ts";
import { type Delivery, deliveredJson, type Hook, type MockVendor } from "../mock-vendor.ts";
import { createSendGrid, failed, KEY, type SendGridMock } from "./mock-api.ts";

const MAIL = {
  to: "customer@example.com",
  from: "shop@example.com",
  subject: "Your order",
  text: "On its way.",
};

// SendGrid shows the public key of an account as DER in base64.
const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const PUBLIC_KEY = publicKey.export({ format: "der", type: "spki" }).toString("base64");

const EVENT = {
  email: "customer@example.com",
  timestamp: 1_767_225_600,
  event: "delivered",
  sg_event_id: "a1",
  sg_message_id: "14c5d75ce93.filter1",
};

/** Events as the event webhook posts them: a list, whose bytes are signed after the timestamp (ECDSA, SHA-256). */
function signedEvents(hook: Hook, events: readonly object[]): Delivery {
  const body = `${deliveredJson(hook, events)}\r\n`;
  const timestamp = "1767225601";
  const signature = sign("sha256", Buffer.from(timestamp + body), privateKey).toString("base64");
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-twilio-email-event-webhook-signature": signature,
      "x-twilio-email-event-webhook-timestamp": timestamp,
    },
    body,
  };
}

/** SendGrid's v3 API, as documented at twilio.com/docs/sendgrid. */
export const vendor: MockVendor = {
  hosts: ["api.sendgrid.com"],
  credentials: {
    keybased: {
      good: { api_key: KEY, webhook_key: PUBLIC_KEY },
      bad: { api_key: "SG.bad.00000000000000", webhook_key: PUBLIC_KEY },
    },
  },
  parameters: {
    "POST /v3/mail/send": [
      "personalizations",
      "from",
      "reply_to",
      "subject",
      "content",
      "categories",
      "template_id",
    ],
    "GET /v3/marketing/lists": ["page_size", "page_token"],
    "GET /v3/suppression/bounces": ["start_time", "end_time", "limit", "offset"],
    "PUT /v3/marketing/contacts": ["list_ids", "contacts"],
    "GET /v3/templates": ["generations", "page_size", "page_token"],
  },
  scopes: { keybased: ["mail.send"] },
  retryAfterMs: 60_000,
  create: createSendGrid,
  answers: [{ answer: failed(403, "access forbidden"), code: "auth" }],
  cases: [
    {
      action: "send_email",
      input: {
        ...MAIL,
        to_name: "Ada",
        from_name: "Shop",
        reply_to: "help@example.com",
        categories: ["orders"],
      },
      expected: { message_id: "14c5d75ce93" },
    },
    { action: "send_email", input: MAIL, expected: { message_id: "14c5d75ce93" } },
    {
      action: "upsert_contact",
      input: { email: "customer@example.com", first_name: "Zoë", last_name: "Ö", list_ids: ["l1"] },
      expected: { job_id: "0b2f4c3d" },
    },
    {
      action: "list_templates",
      input: { page_size: 1 },
      expected: { items: [{ id: "d-1", generation: "dynamic" }] },
    },
    {
      action: "send_template",
      input: {
        to: MAIL.to,
        to_name: "Ada",
        from: MAIL.from,
        from_name: "Shop",
        template_id: "d-2",
        data: { total: 7 },
      },
      expected: { message_id: 'of-d-2-{"total":7}' },
    },
    {
      action: "list_bounces",
      input: { start_time: 1_770_000_002, end_time: 1_770_000_002, limit: 5 },
      expected: { items: [{ email: "gone2@example.com", status: "5.1.1" }] },
    },
    { action: "delete_bounce", input: { email: "gone2@example.com" }, expected: { deleted: true } },
  ],
  paging: [
    {
      action: "list_templates",
      input: { page_size: 150 },
      pages: 2,
      items: numbered(201, (n) => ({ id: `d-${n}` })),
    },
    {
      action: "list_bounces",
      input: { limit: 2 },
      pages: 2,
      items: [3, 2, 1].map((n) => ({ email: `gone${n}@example.com` })),
    },
  ],
  options: [
    { list: "templates", expected: numbered(201, (n) => ({ name: `Template ${n}`, value: `d-${n}` })) },
    { list: "contact_lists", expected: ["l1", "l2"].map((id) => ({ name: `List ${id}`, value: id })) },
  ],
  triggers: [
    {
      trigger: "email_event",
      kind: "webhook",
      input: {},
      delivery: (hook) => signedEvents(hook, [EVENT, { ...EVENT, event: "open", sg_event_id: "b2" }]),
      expected: [
        { event: "delivered", email: "customer@example.com" },
        { event: "open", email: "customer@example.com" },
      ],
      forged: [
        (hook) => {
          const { headers, ...rest } = signedEvents(hook, [EVENT]);
          return { ...rest, headers: { ...headers, "x-twilio-email-event-webhook-timestamp": "1" } };
        },
      ],
    },
    {
      trigger: "new_bounce",
      kind: "poll",
      input: {},
      happen: (mock) => (mock as SendGridMock).bounce("full@example.com"), // made by createSendGrid
      expected: [{ email: "full@example.com", reason: "550" }],
    },
  ],
  refusals: [
    {
      action: "send_template",
      input: { to: MAIL.to, from: MAIL.from, template_id: "none" },
      code: "input",
      message: /template_id/,
    },
    {
      action: "delete_bounce",
      input: { email: "none@example.com" },
      code: "input",
      message: /resource not found/,
    },
    { action: "send_email", input: { ...MAIL, to: "nobody" }, code: "input", message: /valid address/ },
    {
      action: "send_email",
      input: { ...MAIL, from: "other@example.com" },
      code: "auth",
      message: /verified Sender/,
    },
    { action: "upsert_contact", input: { email: "nobody" }, code: "input", message: /invalid email/ },
  ],
};
