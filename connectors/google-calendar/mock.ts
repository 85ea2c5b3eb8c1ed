import { googleAnswers, googleOAuth, googleTokens, serviceAccount, signedIn } from "../google-mock.ts";
import { requestOf } from "../mock-request.ts";
import type { MockVendor } from "../mock-vendor.ts";
import { calls } from "./calls.ts";
import { create, FIELDS } from "./mock-api.ts";

const NEW = { start: "2026-05-01T09:00:00+02:00", end: "2026-05-01T10:00:00+02:00" };
const MEET = { hangoutLink: "https://meet.google.com/abc-defg-hij", conferenceData: { conferenceId: "abc" } };
const listed = (number: number) => ({ id: `event${number}`, summary: `Slot ${number}` });

/** Google Calendar, as documented at developers.google.com/workspace/calendar/api/v3/reference. */
export const vendor: MockVendor = {
  hosts: ["www.googleapis.com"],
  credentials: {
    oauth2: googleTokens,
    keybased: { good: serviceAccount(googleTokens.good), bad: serviceAccount(googleTokens.bad) },
  },
  oauth: googleOAuth(["calendar"]),
  parameters: {
    "GET /calendar/v3/users/me/calendarList": ["maxResults", "pageToken"],
    "GET /calendar/v3/calendars/*/events": [
      "timeMin",
      "timeMax",
      "updatedMin",
      "q",
      "singleEvents",
      "orderBy",
      "maxResults",
      "pageToken",
    ],
    "POST /calendar/v3/calendars/*/events": ["sendUpdates", "conferenceDataVersion", ...FIELDS],
    "PATCH /calendar/v3/calendars/*/events/*": ["sendUpdates", "conferenceDataVersion", ...FIELDS],
    "POST /calendar/v3/freeBusy": ["timeMin", "timeMax", "items"],
  },
  account: "ada@northwind.example",
  create,
  calls,
  answers: googleAnswers,
  cases: [
    {
      action: "list_events",
      input: {
        calendar_id: "primary",
        from: "2026-01-01T02:30:00Z",
        to: "2026-01-01T04:00:00Z",
        query: "Slot",
      },
      expected: { items: [listed(3), listed(4)], next_cursor: null },
    },
    {
      action: "create_event",
      input: {
        calendar_id: "primary",
        summary: "Review",
        ...NEW,
        time_zone: "Europe/Berlin",
        description: "All of it",
        location: "Hall",
        attendees: [{ email: "bob@example.com", optional: true }],
        send_updates: "all",
      },
      expected: {
        id: "event252",
        htmlLink: "https://www.google.com/calendar/event?eid=event252",
        summary: "Review",
        description: "All of it",
        location: "Hall",
        start: { dateTime: NEW.start, timeZone: "Europe/Berlin" },
        end: { dateTime: NEW.end, timeZone: "Europe/Berlin" },
        attendees: [{ email: "bob@example.com", optional: true }],
      },
    },
    {
      action: "update_event",
      input: {
        calendar_id: "primary",
        event_id: "event252",
        summary: "Retro",
        start: "2026-05-01T07:30:00Z",
        end: "2026-05-01T08:30:00Z",
        description: "Half of it",
        location: "Room",
        send_updates: "none",
      },
      expected: {
        summary: "Retro",
        description: "Half of it",
        location: "Room",
        start: { dateTime: "2026-05-01T07:30:00Z" },
        end: { dateTime: "2026-05-01T08:30:00Z" },
      },
    },
    {
      action: "get_event",
      input: { calendar_id: "primary", event_id: "event252" },
      expected: { summary: "Retro", location: "Room", attendees: [{ email: "bob@example.com" }] },
    },
    {
      action: "delete_event",
      input: { calendar_id: "primary", event_id: "event252" },
      expected: { deleted: true },
    },
    {
      action: "get_event",
      input: { calendar_id: "primary", event_id: "event252" },
      expected: { status: "cancelled" },
    },
    {
      action: "create_meeting",
      input: {
        ...{ calendar_id: "primary", summary: "Call", ...NEW, time_zone: "Europe/Berlin" },
        ...{ description: "Weekly", attendees: [{ email: "bob@example.com" }], send_updates: "all" },
      },
      expected: {
        ...{ id: "event253", summary: "Call", description: "Weekly", ...MEET },
        start: { dateTime: NEW.start, timeZone: "Europe/Berlin" },
        end: { dateTime: NEW.end, timeZone: "Europe/Berlin" },
        attendees: [{ email: "bob@example.com" }],
      },
    },
    {
      action: "add_meet_link",
      input: { calendar_id: "primary", event_id: "event3" },
      expected: { id: "event3", summary: "Slot 3", ...MEET },
    },
    {
      action: "find_busy_times",
      input: { calendar_id: "primary", from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" },
      expected: { calendars: { primary: { busy: [{ start: "2026-01-11T10:00:00.000Z" }] } } },
    },
  ],
  paging: [
    {
      action: "list_events",
      input: { calendar_id: "primary" },
      pages: 2,
      items: Array.from({ length: 251 }, (_, i) => listed(i + 1)),
    },
  ],
  options: [
    {
      list: "calendars",
      expected: [
        { name: "Ada", value: "ada@northwind.example" },
        ...Array.from({ length: 250 }, (_, i) => ({
          name: `Team ${i}`,
          value: `c${i}@group.calendar.google.com`,
        })),
      ],
    },
  ],
  triggers: [
    {
      trigger: "event_changed",
      kind: "poll",
      input: { calendar_id: "primary" },
      happen: (mock) => {
        const path = "/calendar/v3/calendars/primary/events";
        const json = { summary: "Fresh", start: { dateTime: NEW.start }, end: { dateTime: NEW.end } };
        mock.answer(signedIn(requestOf("POST", path, { json })));
        mock.answer(signedIn(requestOf("DELETE", `${path}/event7`)));
      },
      expected: [
        { id: "event252", status: "confirmed", summary: "Fresh" },
        { id: "event7", status: "cancelled", summary: "Slot 7" },
      ],
    },
  ],
  refusals: [
    {
      action: "get_event",
      input: { calendar_id: "primary", event_id: "none" },
      code: "input",
      message: /Not Found/,
    },
    { action: "list_events", input: { calendar_id: "nobody" }, code: "input", message: /Not Found/ },
    {
      action: "create_event",
      input: { calendar_id: "primary", summary: "x", start: "tomorrow", end: "later" },
      code: "input",
      message: /start or end time/,
    },
  ],
};
