import { answerFrom, basicOf, formBody, type MockRoutes, numbered, wholeNumber } from "../mock-routes.ts";
import type { Mock, MockAnswer, MockRequest } from "../mock-vendor.ts";

// twilio.com/docs: account SID and auth token as basic authentication, forms with names in capitals, addresses ending in
// .json; a page names the next one as an address without a host; refusals are {code, message, more_info, status}.
/** The account that the mock has. */
export const ACCOUNT = "AC00000000000000000000000000000001";
/** Its auth token. */
export const TOKEN = "good0000000000000000000000000000";
/** The number that it sends from. */
export const NUMBER = "+15005550006";
/** More numbers than a page holds. */
export const NUMBERS = [
  { phone_number: NUMBER, friendly_name: "Support" },
  ...numbered(100, (n) => ({ phone_number: `+1500555${1000 + n}`, friendly_name: `Number ${n}` })),
];
const BASE = `/2010-04-01/Accounts/${ACCOUNT}`;

interface Message {
  sid: string;
  to: string | null;
  from: string | null;
  body: string | null;
  status: string;
  date_sent: string;
  [more: string]: unknown;
}

/** Twilio with a way for a message to come in from outside. */
export interface TwilioMock extends Mock {
  receive(from: string, body: string): void;
}

function failed(status: number, code: number, message: string): MockAnswer {
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } };
}

function page(name: string, items: readonly unknown[], { query, path }: MockRequest): MockAnswer {
  const size = wholeNumber(query.get("PageSize"), { fallback: 50, min: 1, max: 1000 });
  const number = wholeNumber(query.get("Page"), { fallback: 0, min: 0, max: 1e6 });
  if (size === undefined || number === undefined) return failed(400, 20001, "Invalid page size or page");
  if (number > 0 && query.get("PageToken") !== `PA${number}`)
    return failed(400, 20006, "Page token is invalid");
  const kept = [...query].filter(([key]) => key !== "Page" && key !== "PageToken");
  const next = new URLSearchParams([...kept, ["Page", String(number + 1)], ["PageToken", `PA${number + 1}`]]);
  const more = (number + 1) * size < items.length;
  const next_page_uri = more ? `${path}?${next}` : null;
  return {
    status: 200,
    body: {
      [name]: items.slice(number * size, (number + 1) * size),
      page: number,
      page_size: size,
      next_page_uri,
    },
  };
}

function send(messages: Message[], request: MockRequest): MockAnswer {
  const form = formBody(request);
  const to = form?.get("To") ?? null;
  if (form === undefined || to === null) return failed(400, 21604, "A 'To' phone number is required.");
  if (!/^(whatsapp:)?\+\d{7,15}$/.test(to)) return failed(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  const from = form.get("From");
  const messaging_service_sid = form.get("MessagingServiceSid");
  if (from === null && messaging_service_sid === null) {
    return failed(400, 21603, "A 'From' phone number is required.");
  }
  if (from !== null && from !== NUMBER)
    return failed(400, 21606, `The 'From' phone number ${from} is not valid.`);
  const media = form.getAll("MediaUrl");
  const body = form.get("Body");
  if (body === null && media.length === 0) return failed(400, 21602, "Message body is required.");
  const sid = `SM${String(messages.length + 1).padStart(32, "0")}`;
  const more = {
    num_media: String(media.length),
    media,
    messaging_service_sid,
    callback: form.get("StatusCallback"),
  };
  messages.unshift({
    sid,
    to,
    from,
    body,
    status: "queued",
    date_sent: "Thu, 05 Mar 2026 10:00:00 +0000",
    ...more,
  });
  return { status: 201, body: messages[0] };
}

function call(request: MockRequest): MockAnswer {
  const form = formBody(request);
  const [to, from] = [form?.get("To"), form?.get("From")];
  if (!to || !from) return failed(400, 21201, "No 'To' or 'From' number is specified");
  if (from !== NUMBER) return failed(400, 21210, "'From' phone number not verified");
  const [twiml, url] = [form?.get("Twiml") ?? null, form?.get("Url") ?? null];
  if (twiml === null && url === null) return failed(400, 21205, "Url parameter is required.");
  return { status: 201, body: { sid: `CA${"0".repeat(31)}1`, status: "queued", to, from, twiml, url } };
}

function lookUp({ query }: MockRequest, number: string): MockAnswer {
  const country_code = query.get("CountryCode") ?? (number.startsWith("+1") ? "US" : null);
  const valid = /^\+\d{7,15}$/.test(number) || country_code === "DE";
  if (!valid && country_code === null)
    return failed(404, 20404, `The requested resource /v2/PhoneNumbers/${number} was not found`);
  const caller_name = query.get("Fields") === "caller_name" ? { caller_name: "ACME" } : null;
  return {
    status: 200,
    body: { valid, phone_number: number, country_code, national_format: "(500) 555-0006", caller_name },
  };
}

function messageRoutes(messages: Message[]): MockRoutes {
  const withMessage = (sid: string, answer: (message: Message) => MockAnswer) => {
    const message = messages.find((one) => one.sid === sid);
    if (message !== undefined) return answer(message);
    return failed(404, 20404, `The requested resource ${BASE}/Messages/${sid}.json was not found`);
  };
  return {
    [`GET ${BASE}.json`]: () => ({
      status: 200,
      body: { sid: ACCOUNT, friendly_name: "Acme", status: "active" },
    }),
    [`GET ${BASE}/IncomingPhoneNumbers.json`]: (request) => page("incoming_phone_numbers", NUMBERS, request),
    [`POST ${BASE}/Messages.json`]: (request) => send(messages, request),
    [`GET ${BASE}/Messages.json`]: (request) => {
      const { query } = request;
      const day = query.get("DateSent");
      const found = messages
        .filter(({ to }) => !query.has("To") || to === query.get("To"))
        .filter(({ from }) => !query.has("From") || from === query.get("From"))
        .filter(({ date_sent }) => day === null || new Date(date_sent).toISOString().startsWith(day));
      return page("messages", found, request);
    },
    [`GET ${BASE}/Messages/*.json`]: (_, [sid = ""]) =>
      withMessage(sid, (message) => ({ status: 200, body: message })),
    [`DELETE ${BASE}/Messages/*.json`]: (_, [sid = ""]) =>
      withMessage(sid, (message) => {
        messages.splice(messages.indexOf(message), 1);
        return { status: 204 };
      }),
    [`POST ${BASE}/Calls.json`]: call,
    "GET /v2/PhoneNumbers/*": (request, [number = ""]) => lookUp(request, number),
  };
}

/** A Twilio account with one number and five messages. */
export function createTwilio(): TwilioMock {
  const messages: Message[] = [];
  const receive = (from: string, body: string) => {
    const sid = `SM${String(messages.length + 1).padStart(32, "0")}`;
    messages.unshift({
      sid,
      to: NUMBER,
      from,
      body,
      status: "received",
      date_sent: "Sun, 01 Mar 2026 10:00:00 +0000",
    });
  };
  for (const n of [1, 2, 3, 4, 5]) receive(`+4930000000${n}`, `Message ${n}`);
  const routes = messageRoutes(messages);
  return {
    receive,
    limited: () => failed(429, 20429, "Too Many Requests"),
    answer: (request) => {
      if (basicOf(request) !== `${ACCOUNT}:${TOKEN}`) return failed(401, 20003, "Authenticate");
      return answerFrom(
        routes,
        request,
        failed(404, 20404, `The requested resource ${request.path} was not found`),
      );
    },
  };
}
