import type { ActionCall, Exchange, ListCall, OptionCall, PollCall, VendorCall } from "../mock-vendor.ts";
import { ACCOUNT, NUMBER } from "./mock-api.ts";

// twilio.com/docs: the older interface has addresses that end in .json and names the next page without a host; the
// others name it with `meta.next_page_url`. All take forms.
const CORE = `/2010-04-01/Accounts/${ACCOUNT}`;
const [first, second] = [{ sid: "XX1" }, { sid: "XX2" }];

type Input = Record<string, unknown>;
type Sent = readonly [sends: string, body?: object];

const call = (action: string, input: Input, [sends, body]: Sent, more: object = {}): ActionCall => ({
  ...{ action, input, sends, answer: first, ...(body && { body }) },
  ...more,
});
const gone = (action: string, input: Input, path: string, name = "deleted"): ActionCall =>
  call(action, input, [`DELETE ${path}`], { answer: undefined, expected: { [name]: true } });

/** Two pages of a list, the second at the address that the first one names. */
function pagesOf(address: string, name: string, items: readonly object[] = [first, second]): Exchange[] {
  const { pathname, search } = new URL(address, `https://api.twilio.com`);
  const next = `${pathname}${search}&Page=1&PageToken=PAXX2`;
  const isCore = address.startsWith("/");
  const host = isCore ? "" : new URL(address).origin;
  const told = isCore ? { next_page_uri: next } : { meta: { next_page_url: `${host}${next}` } };
  const end = isCore ? { next_page_uri: null } : { meta: { next_page_url: null } };
  return [
    { sends: `GET ${pathname}${search}`, answer: { [name]: [items[0]], ...told } },
    { sends: `GET ${next}`, answer: { [name]: [items[1]], ...end } },
  ];
}
const list = (action: string, input: Input, address: string, name: string): ListCall => ({
  ...{ action, input, pages: pagesOf(address, name), expected: [first, second] },
});
const choice = (list: string, address: string, name: string): OptionCall => ({
  list,
  pages: pagesOf(address, name, [
    { sid: "XX1", friendly_name: "One" },
    { sid: "XX2", friendly_name: "Two" },
  ]),
  expected: [
    { name: "One", value: "XX1" },
    { name: "Two", value: "XX2" },
  ],
});

const M = { message_sid: "SM1" };
const TO = "+493012345678";

const messages: VendorCall[] = [
  call(
    "send_template_message",
    {
      ...{ to: `whatsapp:${TO}`, from: NUMBER, messaging_service_sid: "MG1" },
      ...{ content_sid: "HX1", variables: { 1: "Ann" } },
    },
    [
      `POST ${CORE}/Messages.json`,
      {
        ...{ To: `whatsapp:${TO}`, From: NUMBER, MessagingServiceSid: "MG1" },
        ...{ ContentSid: "HX1", ContentVariables: '{"1":"Ann"}' },
      },
    ],
  ),
  call(
    "schedule_message",
    {
      ...{ to: TO, messaging_service_sid: "MG1", body: "Soon", send_at: "2026-05-01T08:00:00Z" },
      media_url: "https://x.example/a.png",
    },
    [
      `POST ${CORE}/Messages.json`,
      {
        ...{ To: TO, MessagingServiceSid: "MG1", Body: "Soon", MediaUrl: "https://x.example/a.png" },
        ...{ SendAt: "2026-05-01T08:00:00Z", ScheduleType: "fixed" },
      },
    ],
  ),
  call("cancel_message", M, [`POST ${CORE}/Messages/SM1.json`, { Status: "canceled" }]),
  call("redact_message", M, [`POST ${CORE}/Messages/SM1.json`, { Body: "" }]),
  list("list_media_of_message", M, `${CORE}/Messages/SM1/Media.json?PageSize=100`, "media_list"),
  gone("delete_media_of_message", { ...M, media_sid: "ME1" }, `${CORE}/Messages/SM1/Media/ME1.json`),
  list("list_messaging_services", {}, "https://messaging.twilio.com/v1/Services?PageSize=100", "services"),
  choice("messaging_services", "https://messaging.twilio.com/v1/Services?PageSize=100", "services"),
  list("list_content_templates", {}, "https://content.twilio.com/v1/Content?PageSize=100", "contents"),
  choice("content_templates", "https://content.twilio.com/v1/Content?PageSize=100", "contents"),
];

const C = { call_sid: "CA1" };
const R = { recording_sid: "RE1" };
const FILE = { name: "file", contentType: "application/json", content: '"sound"' };

const voice: VendorCall[] = [
  call("get_call", C, [`GET ${CORE}/Calls/CA1.json`]),
  list(
    "list_calls",
    {
      ...{ to: TO, from: NUMBER, status: "busy" },
      ...{ started_after: "2026-05-01", started_before: "2026-05-31" },
    },
    `${CORE}/Calls.json?To=${encodeURIComponent(TO)}&From=${encodeURIComponent(NUMBER)}&Status=busy&StartTime%3E=2026-05-01&StartTime%3C=2026-05-31&PageSize=100`,
    "calls",
  ),
  gone("delete_call", C, `${CORE}/Calls/CA1.json`),
  call("hang_up_call", C, [`POST ${CORE}/Calls/CA1.json`, { Status: "completed" }]),
  call("redirect_call", { ...C, twiml: "<Response/>", url: "https://x.example/twiml" }, [
    `POST ${CORE}/Calls/CA1.json`,
    { Twiml: "<Response/>", Url: "https://x.example/twiml" },
  ]),
  call("get_recording", R, [`GET ${CORE}/Recordings/RE1.json`]),
  list(
    "list_recordings",
    { call_sid: "CA1", day: "2026-05-01" },
    `${CORE}/Recordings.json?CallSid=CA1&DateCreated=2026-05-01&PageSize=100`,
    "recordings",
  ),
  gone("delete_recording", R, `${CORE}/Recordings/RE1.json`),
  call("download_recording", R, [`GET ${CORE}/Recordings/RE1.mp3`], { answer: "sound", expected: FILE }),
];

const N = { phone_number_sid: "PN1" };
const OWNED = `${CORE}/IncomingPhoneNumbers`;
const hooks = { sms_url: "https://x.example/sms", voice_url: "https://x.example/voice" };
const found = { phone_number: "+4930999", locality: "Berlin" };

const numbers: VendorCall[] = [
  call("get_phone_number", N, [`GET ${OWNED}/PN1.json`]),
  list("list_phone_numbers", {}, `${OWNED}.json?PageSize=100`, "incoming_phone_numbers"),
  choice("phone_numbers", `${OWNED}.json?PageSize=100`, "incoming_phone_numbers"),
  call(
    "update_phone_number",
    { ...N, friendly_name: "Support", ...hooks, status_callback: "https://x.example/ended" },
    [
      `POST ${OWNED}/PN1.json`,
      {
        ...{ FriendlyName: "Support", SmsUrl: hooks.sms_url, VoiceUrl: hooks.voice_url },
        StatusCallback: "https://x.example/ended",
      },
    ],
  ),
  gone("delete_phone_number", N, `${OWNED}/PN1.json`),
  call(
    "search_available_numbers",
    { country: "DE", area_code: 30, digits: "999", sms: true, voice: false },
    [
      `GET ${CORE}/AvailablePhoneNumbers/DE/Local.json?AreaCode=30&Contains=999&SmsEnabled=true&VoiceEnabled=false`,
    ],
    { answer: { available_phone_numbers: [found] }, expected: { numbers: [found] } },
  ),
  call("buy_phone_number", { phone_number: "+4930999", friendly_name: "Sales", ...hooks }, [
    `POST ${OWNED}.json`,
    { PhoneNumber: "+4930999", FriendlyName: "Sales", SmsUrl: hooks.sms_url, VoiceUrl: hooks.voice_url },
  ]),
  call("get_balance", {}, [`GET ${CORE}/Balance.json`], { answer: { balance: "9.5", currency: "EUR" } }),
  list(
    "list_usage",
    { category: "sms", start_date: "2026-05-01", end_date: "2026-05-31" },
    `${CORE}/Usage/Records.json?Category=sms&StartDate=2026-05-01&EndDate=2026-05-31&PageSize=100`,
    "usage_records",
  ),
];

const V = { service_sid: "VA1" };
const verifications: VendorCall[] = [
  choice("verify_services", "https://verify.twilio.com/v2/Services?PageSize=100", "services"),
  call("create_verification", { ...V, to: TO, channel: "call", locale: "de" }, [
    "POST /v2/Services/VA1/Verifications",
    { To: TO, Channel: "call", Locale: "de" },
  ]),
  call("create_verification", { ...V, to: TO }, [
    "POST /v2/Services/VA1/Verifications",
    { To: TO, Channel: "sms" },
  ]),
  call("get_verification", { ...V, verification_sid: "VE1" }, ["GET /v2/Services/VA1/Verifications/VE1"]),
  call("check_verification", { ...V, to: TO, code: "123456" }, [
    "POST /v2/Services/VA1/VerificationCheck",
    { To: TO, Code: "123456" },
  ]),
  call("cancel_verification", { ...V, verification_sid: "VE1" }, [
    "POST /v2/Services/VA1/Verifications/VE1",
    { Status: "canceled" },
  ]),
];

const TALKS = "https://conversations.twilio.com/v1/Conversations";
const T = { conversation_sid: "CH1" };
const talk = { friendly_name: "Ann", unique_name: "order-7", state: "inactive", attributes: { order: 7 } };
const told = {
  ...{ FriendlyName: "Ann", UniqueName: "order-7", State: "inactive" },
  Attributes: '{"order":7}',
};

const conversations: VendorCall[] = [
  call("create_conversation", talk, ["POST /v1/Conversations", told]),
  call("get_conversation", T, ["GET /v1/Conversations/CH1"]),
  list("list_conversations", { state: "active" }, `${TALKS}?State=active&PageSize=100`, "conversations"),
  choice("conversations", `${TALKS}?PageSize=100`, "conversations"),
  call("update_conversation", { ...T, ...talk }, ["POST /v1/Conversations/CH1", told]),
  gone("delete_conversation", T, "/v1/Conversations/CH1"),
  call("send_conversation_message", { ...T, body: "Hello", author: "shop" }, [
    "POST /v1/Conversations/CH1/Messages",
    { Body: "Hello", Author: "shop" },
  ]),
  list("list_conversation_messages", T, `${TALKS}/CH1/Messages?Order=asc&PageSize=100`, "messages"),
  list(
    "list_conversation_messages",
    { ...T, order: "desc" },
    `${TALKS}/CH1/Messages?Order=desc&PageSize=100`,
    "messages",
  ),
  call("add_participant", { ...T, address: TO, proxy_address: NUMBER, identity: "ann" }, [
    "POST /v1/Conversations/CH1/Participants",
    { "MessagingBinding.Address": TO, "MessagingBinding.ProxyAddress": NUMBER, Identity: "ann" },
  ]),
  list("list_participants", T, `${TALKS}/CH1/Participants?PageSize=100`, "participants"),
  gone(
    "remove_participant",
    { ...T, participant_sid: "MB1" },
    "/v1/Conversations/CH1/Participants/MB1",
    "removed",
  ),
];

const F = { flow_sid: "FW1" };
const E = { ...F, flow_execution_id: "FN1" };
const flows: VendorCall[] = [
  choice("studio_flows", "https://studio.twilio.com/v2/Flows?PageSize=100", "flows"),
  call("run_studio_flow", { ...F, to: TO, from: NUMBER, parameters: { order: 7 } }, [
    "POST /v2/Flows/FW1/Executions",
    { To: TO, From: NUMBER, Parameters: '{"order":7}' },
  ]),
  call("get_flow_execution", E, ["GET /v2/Flows/FW1/Executions/FN1"]),
  call("end_flow_execution", E, ["POST /v2/Flows/FW1/Executions/FN1", { Status: "ended" }]),
];

/** The newest first; `later` is what the second poll finds. */
function pollOf(trigger: string, address: string, [name, later]: [string, Exchange[]]): PollCall {
  const sends = `GET ${CORE}/${address}PageSize=100`;
  const page = (...items: object[]): Exchange => ({ sends, answer: { [name]: items, next_page_uri: null } });
  const last = page(...later.flatMap(({ answer }) => (answer as Record<string, object[]>)[name] ?? []));
  return { trigger, input: {}, polls: [[page(first)], later, [last]], expected: [second] };
}
const news = (address: string, name: string) =>
  [name, [{ sends: `GET ${address}`, answer: { [name]: [second, first], next_page_uri: null } }]] as [
    string,
    Exchange[],
  ];
const CALLS = `${CORE}/Calls.json`;

const polls: VendorCall[] = [
  pollOf("new_call", "Calls.json?", news(`${CALLS}?PageSize=100`, "calls")),
  pollOf("new_recording", "Recordings.json?", news(`${CORE}/Recordings.json?PageSize=100`, "recordings")),
  // A long call ends behind a page of others.
  pollOf("call_completed", "Calls.json?Status=completed&", [
    "calls",
    pagesOf(`${CALLS}?Status=completed&PageSize=100`, "calls"),
  ]),
];

/** What Twilio documents beyond the messages that the mock remembers. */
export const calls: readonly VendorCall[] = [
  ...[...messages, ...voice, ...numbers],
  ...[...verifications, ...conversations, ...flows, ...polls],
];
