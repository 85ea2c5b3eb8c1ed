import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { ACCOUNT, createTwilio, NUMBER, NUMBERS, TOKEN, type TwilioMock } from "./mock-api.ts";

const sid = (n: number) => `SM${String(n).padStart(32, "0")}`;

/** Twilio's REST API, as documented at twilio.com/docs. */
export const vendor: MockVendor = {
  hosts: [
    ...["api.twilio.com", "lookups.twilio.com", "verify.twilio.com", "messaging.twilio.com"],
    ...["content.twilio.com", "conversations.twilio.com", "studio.twilio.com"],
  ],
  credentials: {
    keybased: {
      good: { account_sid: ACCOUNT, auth_token: TOKEN },
      bad: { account_sid: ACCOUNT, auth_token: "bad00000000000000000000000000000" },
    },
  },
  parameters: {
    "POST /2010-04-01/Accounts/*/Messages.json": [
      "To",
      "From",
      "MessagingServiceSid",
      "Body",
      "MediaUrl",
      "StatusCallback",
    ],
    "GET /2010-04-01/Accounts/*/Messages.json": ["To", "From", "DateSent", "PageSize", "Page", "PageToken"],
    "GET /2010-04-01/Accounts/*/IncomingPhoneNumbers.json": [
      "PageSize",
      "Page",
      "PageToken",
      "PhoneNumber",
      "FriendlyName",
    ],
    "POST /2010-04-01/Accounts/*/Calls.json": ["To", "From", "Twiml", "Url"],
    "GET /v2/PhoneNumbers/*": ["CountryCode", "Fields"],
  },
  account: "Acme",
  create: createTwilio,
  answers: [
    {
      answer: { status: 403, body: { code: 20003, message: "Permission denied", status: 403 } },
      code: "auth",
    },
  ],
  calls,
  cases: [
    {
      action: "send_message",
      input: {
        to: "+493012345678",
        from: NUMBER,
        body: "Grüße & mehr",
        media_url: "https://example.com/a.png",
        status_callback: "https://example.com/status",
      },
      expected: {
        sid: sid(6),
        to: "+493012345678",
        from: NUMBER,
        body: "Grüße & mehr",
        media: ["https://example.com/a.png"],
        callback: "https://example.com/status",
      },
    },
    {
      action: "send_message",
      input: { to: "+493012345678", messaging_service_sid: "MG1", body: "x" },
      expected: { messaging_service_sid: "MG1" },
    },
    { action: "get_message", input: { message_sid: sid(6) }, expected: { sid: sid(6), status: "queued" } },
    {
      action: "list_messages",
      input: { to: "+493012345678", from: NUMBER, date_sent: "2026-03-05", page_size: 5 },
      expected: { items: [{ sid: sid(6) }] },
    },
    { action: "delete_message", input: { message_sid: sid(6) }, expected: { deleted: true } },
    {
      action: "make_call",
      input: { to: "+493012345678", from: NUMBER, twiml: "<Response><Say>Hi</Say></Response>" },
      expected: { status: "queued", to: "+493012345678", twiml: "<Response><Say>Hi</Say></Response>" },
    },
    {
      action: "make_call",
      input: { to: "+493012345678", from: NUMBER, url: "https://example.com/twiml" },
      expected: { url: "https://example.com/twiml" },
    },
    {
      action: "lookup_number",
      input: { phone_number: "030123456", country_code: "DE", fields: "caller_name" },
      expected: { valid: true, country_code: "DE", caller_name: { caller_name: "ACME" } },
    },
  ],
  paging: [
    {
      action: "list_messages",
      input: { page_size: 2 },
      pages: 3,
      items: [5, 4, 3, 2, 1].map((n) => ({ sid: sid(n) })),
    },
  ],
  options: [
    {
      list: "numbers",
      expected: NUMBERS.map(({ phone_number, friendly_name }) => ({
        name: friendly_name,
        value: phone_number,
      })),
    },
  ],
  triggers: [
    {
      trigger: "message_received",
      kind: "poll",
      input: { number: NUMBER },
      happen: (mock) => {
        const twilio = mock as TwilioMock; // made by createTwilio
        twilio.receive("+4930999", "Is it open?");
        twilio.receive("+4930999", "Hello?");
      },
      expected: [{ body: "Is it open?" }, { body: "Hello?" }],
    },
  ],
  refusals: [
    {
      action: "send_message",
      input: { to: "030", from: NUMBER, body: "x" },
      code: "input",
      message: /Invalid 'To' Phone Number/,
    },
    {
      action: "send_message",
      input: { to: "+493012345678", body: "x" },
      code: "input",
      message: /'From' phone number is required/,
    },
    {
      action: "make_call",
      input: { to: "+493012345678", from: NUMBER },
      code: "input",
      message: /Url parameter is required/,
    },
    { action: "get_message", input: { message_sid: "SM0" }, code: "input", message: /404.*was not found/ },
  ],
};
