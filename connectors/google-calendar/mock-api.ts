import { googleApi, googlePage, invalid, notFound } from "../google-mock.ts";
import type { MockHandler } from "../mock-routes.ts";
import { isObject, jsonBody, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";

// developers.google.com/workspace/calendar/api/v3/reference: orderBy startTime only with singleEvents;
// times are RFC 3339 with an offset; deleting answers 204; what is cancelled stays with status "cancelled".
interface CalendarEvent {
  id: string;
  status: string;
  updated: string;
  htmlLink: string;
  start: Record<string, unknown>;
  end: Record<string, unknown>;
  [name: string]: unknown;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
/** The fields that the vendor documents. */
export const FIELDS = ["summary", "description", "location", "start", "end", "attendees", "conferenceData"];
const WHO = ["all", "externalOnly", "none", null];

function fieldsOf(request: MockRequest): Record<string, unknown> | undefined {
  const body = jsonBody(request);
  if (body === undefined || !WHO.includes(request.query.get("sendUpdates"))) return undefined;
  const bad = ["start", "end"].filter((name) => body[name] !== undefined && !isTime(body[name]));
  if (bad.length > 0) return undefined;
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => FIELDS.includes(name)));
  return withMeeting(fields, request);
}

/** Makes the wanted meeting; without conferenceDataVersion=1 Google ignores that one is wanted. */
function withMeeting(
  { conferenceData, ...fields }: Record<string, unknown>,
  { query }: MockRequest,
): Record<string, unknown> | undefined {
  if (query.get("conferenceDataVersion") !== "1" || conferenceData === undefined) return fields;
  const wanted = isObject(conferenceData) ? conferenceData.createRequest : undefined;
  const solution = isObject(wanted) && isObject(wanted.conferenceSolutionKey) && wanted.conferenceSolutionKey;
  if (!isObject(wanted) || typeof wanted.requestId !== "string" || !solution) return undefined;
  if (solution.type !== "hangoutsMeet") return undefined;
  return {
    ...fields,
    hangoutLink: "https://meet.google.com/abc-defg-hij",
    conferenceData: { conferenceId: "abc" },
  };
}

function isTime(value: unknown): value is Record<string, unknown> {
  if (!isObject(value) || typeof value.dateTime !== "string") return false;
  return TIME.test(value.dateTime) || typeof value.timeZone === "string";
}

function insert(events: CalendarEvent[], request: MockRequest): MockAnswer {
  const fields = fieldsOf(request);
  if (!isTime(fields?.start) || !isTime(fields.end)) return invalid("Missing or bad start or end time.");
  const id = `event${events.length + 1}`;
  const htmlLink = `https://www.google.com/calendar/event?eid=${id}`;
  const { start, end } = fields;
  const event = {
    ...fields,
    id,
    status: "confirmed",
    updated: nextMoment(),
    htmlLink,
    start,
    end,
  };
  events.push(event);
  return { status: 200, body: event };
}

function list(events: CalendarEvent[], request: MockRequest): MockAnswer {
  const { query } = request;
  const times = ["timeMin", "timeMax", "updatedMin"].map((name) => query.get(name));
  if (times.some((time) => time !== null && !TIME.test(time))) return invalid("Bad Request");
  const [timeMin, timeMax, updatedMin] = times;
  const order = query.get("orderBy");
  if (order === "startTime" && query.get("singleEvents") !== "true") {
    return invalid("The requested ordering is not available for the particular query.");
  }
  const at = (time: unknown) => Date.parse(String(time));
  const found = events.filter(
    (event) =>
      (updatedMin != null || event.status !== "cancelled") &&
      (timeMin == null || at(event.end.dateTime) > at(timeMin)) &&
      (timeMax == null || at(event.start.dateTime) < at(timeMax)) &&
      (updatedMin == null || at(event.updated) >= at(updatedMin)) &&
      String(event.summary).includes(query.get("q") ?? ""),
  );
  if (order === "startTime") found.sort((a, b) => at(a.start.dateTime) - at(b.start.dateTime));
  else if (order === "updated") found.sort((a, b) => at(a.updated) - at(b.updated));
  const page = googlePage(request, found, { name: "maxResults", standard: 250, most: 2500 });
  if ("status" in page) return page;
  return { status: 200, body: { kind: "calendar#events", ...page } };
}

function busy(events: CalendarEvent[], request: MockRequest): MockAnswer {
  const { timeMin, timeMax, items } = jsonBody(request) ?? {};
  if (!TIME.test(String(timeMin)) || !TIME.test(String(timeMax)) || !Array.isArray(items))
    return invalid("Bad Request");
  const times = events.map(({ start, end }) => ({ start: start.dateTime, end: end.dateTime }));
  const calendars = items.map((item: unknown) => {
    const id = isObject(item) ? String(item.id) : "";
    const unknown = { errors: [{ domain: "global", reason: "notFound" }], busy: [] };
    return [id, id === "primary" ? { busy: times.slice(0, 1) } : unknown];
  });
  return { status: 200, body: { timeMin, timeMax, calendars: Object.fromEntries(calendars) } };
}

let lastChange = 0;

/** Now, but never the same moment twice. */
function nextMoment(): string {
  lastChange = Math.max(lastChange + 1, Date.now());
  return new Date(lastChange).toISOString();
}

function firstEvents(): CalendarEvent[] {
  return Array.from({ length: 251 }, (_, i) => {
    const start = new Date(Date.UTC(2026, 0, 1) + i * 3_600_000).toISOString();
    const end = new Date(Date.UTC(2026, 0, 1) + (i + 1) * 3_600_000).toISOString();
    return {
      id: `event${i + 1}`,
      status: "confirmed",
      updated: "2026-01-01T00:00:00.000Z",
      htmlLink: `https://www.google.com/calendar/event?eid=event${i + 1}`,
      summary: `Slot ${i + 1}`,
      start: { dateTime: start },
      end: { dateTime: end },
    };
  }).reverse();
}

function calendarList(request: MockRequest): MockAnswer {
  const rest = Array.from({ length: 250 }, (_, i) => ({
    id: `c${i}@group.calendar.google.com`,
    summary: `Team ${i}`,
  }));
  const page = googlePage(request, [{ id: "ada@northwind.example", summary: "Ada" }, ...rest], {
    name: "maxResults",
    standard: 100,
    most: 250,
  });
  return "status" in page ? page : { status: 200, body: { kind: "calendar#calendarList", ...page } };
}

/** An imitation of Google Calendar with some records in it. */
export function create(): Mock {
  const events = firstEvents();
  const onCalendar =
    (answer: (events: CalendarEvent[], request: MockRequest) => MockAnswer): MockHandler =>
    (request, [id]) =>
      id === "primary" ? answer(events, request) : notFound("Not Found");
  const onEvent =
    (answer: (event: CalendarEvent, request: MockRequest) => MockAnswer): MockHandler =>
    (request, [calendar, id]) => {
      const event = events.find((candidate) => candidate.id === id);
      return event === undefined || calendar !== "primary" ? notFound("Not Found") : answer(event, request);
    };
  const base = "/calendar/v3";
  return googleApi({
    [`GET ${base}/users/me/calendarList`]: calendarList,
    [`GET ${base}/calendars/*`]: onCalendar(() => ({ status: 200, body: { id: "ada@northwind.example" } })),
    [`GET ${base}/calendars/*/events`]: onCalendar(list),
    [`POST ${base}/calendars/*/events`]: onCalendar(insert),
    [`GET ${base}/calendars/*/events/*`]: onEvent((event) => ({ status: 200, body: event })),
    [`PATCH ${base}/calendars/*/events/*`]: onEvent((event, request) => {
      const fields = fieldsOf(request);
      if (fields === undefined) return invalid("Bad Request");
      Object.assign(event, fields, { updated: nextMoment() });
      return { status: 200, body: event };
    }),
    [`DELETE ${base}/calendars/*/events/*`]: onEvent((event) => {
      Object.assign(event, { status: "cancelled", updated: nextMoment() });
      return { status: 204 };
    }),
    [`POST ${base}/freeBusy`]: (request) => busy(events, request),
  });
}
