import type { ActionCall, Exchange, ListCall, PollCall, VendorCall } from "../mock-vendor.ts";

// developers.google.com/workspace/calendar/api/v3/reference: a calendar is /calendars, the account's view of it
// /users/me/calendarList, and who may use it its acl; an answer of one guest is sent with attendeesOmitted.
type Input = Record<string, unknown>;

const BASE = "/calendar/v3";
const C = { calendar_id: "c1" };
const E = { ...C, event_id: "e1" };
const EVENTS = `${BASE}/calendars/c1/events`;
const EVENT = { id: "e1", status: "confirmed", summary: "Review", start: { date: "2026-03-02" } };

const call = (action: string, input: Input, sends: string, more: Partial<ActionCall>): ActionCall => ({
  ...{ action, input, sends, answer: EVENT },
  ...more,
});
const done = (action: string, input: Input, sends: string, name: string): ActionCall =>
  call(action, input, sends, { answer: undefined, expected: { [name]: true } });

const pagesOf = (sends: string, items: readonly [object, object]): Exchange[] => [
  { sends, answer: { items: [items[0]], nextPageToken: "p2" } },
  { sends: `${sends}${sends.includes("?") ? "&" : "?"}pageToken=p2`, answer: { items: [items[1]] } },
];
const OTHER = { ...EVENT, id: "e2" };
const list = (
  action: string,
  input: Input,
  sends: string,
  items: readonly [object, object] = [EVENT, OTHER],
): ListCall => ({ action, input, pages: pagesOf(sends, items), expected: items });

const ABOUT = { summary: "Review", description: "All of it", location: "Hall" };
const attendees = [{ email: "bob@example.com", optional: true }];
const [FROM, TO] = ["2026-03-02T09:00:00Z", "2026-03-02T10:00:00Z"];
const recurrence = ["RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=10"];

const events: VendorCall[] = [
  call(
    "quick_add_event",
    { ...C, text: "Lunch tomorrow 12:30", send_updates: "all" },
    `POST ${EVENTS}/quickAdd?text=Lunch%20tomorrow%2012:30&sendUpdates=all`,
    {},
  ),
  call(
    "create_all_day_event",
    {
      ...{ ...C, ...ABOUT, start_date: "2026-03-02", end_date: "2026-03-04", attendees },
      send_updates: "externalOnly",
    },
    `POST ${EVENTS}?sendUpdates=externalOnly`,
    { body: { ...ABOUT, start: { date: "2026-03-02" }, end: { date: "2026-03-04" }, attendees } },
  ),
  call(
    "create_recurring_event",
    {
      ...{ ...C, ...ABOUT, start: "2026-03-02T09:00:00", end: "2026-03-02T10:00:00", recurrence, attendees },
      ...{ time_zone: "Europe/Berlin", send_updates: "none" },
    },
    `POST ${EVENTS}?sendUpdates=none`,
    {
      body: {
        ...ABOUT,
        start: { dateTime: "2026-03-02T09:00:00", timeZone: "Europe/Berlin" },
        end: { dateTime: "2026-03-02T10:00:00", timeZone: "Europe/Berlin" },
        recurrence,
        attendees,
      },
    },
  ),
  call(
    "import_event",
    { ...C, ...ABOUT, uid: "u1@example.com", start: FROM, end: TO },
    `POST ${EVENTS}/import`,
    {
      body: { iCalUID: "u1@example.com", ...ABOUT, start: { dateTime: FROM }, end: { dateTime: TO } },
    },
  ),
  call("find_event_by_uid", { ...C, uid: "u1@example.com" }, `GET ${EVENTS}?iCalUID=u1@example.com`, {
    answer: { items: [EVENT] },
    expected: { events: [EVENT] },
  }),
  list(
    "list_changed_events",
    { ...C, since: FROM, show_deleted: true },
    `GET ${EVENTS}?updatedMin=${FROM}&showDeleted=true&orderBy=updated&maxResults=250`,
  ),
  list(
    "list_event_instances",
    { ...E, from: FROM, to: TO, show_deleted: false },
    `GET ${EVENTS}/e1/instances?timeMin=${FROM}&timeMax=${TO}&showDeleted=false&maxResults=250`,
  ),
  call(
    "move_event",
    { ...E, to_calendar_id: "c2", send_updates: "all" },
    `POST ${EVENTS}/e1/move?destination=c2&sendUpdates=all`,
    {},
  ),
  done("cancel_event", { ...E, send_updates: "all" }, `DELETE ${EVENTS}/e1?sendUpdates=all`, "deleted"),
  call("set_guests", { ...E, attendees, send_updates: "all" }, `PATCH ${EVENTS}/e1?sendUpdates=all`, {
    body: { attendees },
  }),
  call(
    "answer_invitation",
    { ...E, email: "ada@example.com", answer: "accepted", comment: "Gladly", send_updates: "all" },
    `PATCH ${EVENTS}/e1?sendUpdates=all`,
    {
      body: {
        attendeesOmitted: true,
        attendees: [{ email: "ada@example.com", responseStatus: "accepted", comment: "Gladly" }],
      },
    },
  ),
  call("set_reminders", { ...E, reminders: [{ method: "popup", minutes: 10 }] }, `PATCH ${EVENTS}/e1`, {
    body: { reminders: { useDefault: false, overrides: [{ method: "popup", minutes: 10 }] } },
  }),
  call(
    "set_event_appearance",
    { ...E, color_id: "5", visibility: "private", transparency: "transparent" },
    `PATCH ${EVENTS}/e1`,
    { body: { colorId: "5", visibility: "private", transparency: "transparent" } },
  ),
];

const TEAM = {
  id: "c1",
  summary: "Team",
  description: "Ours",
  location: "Berlin",
  timeZone: "Europe/Berlin",
};
const { id: _, ...FIELDS } = TEAM;
const ENTRY = { id: "c1", summary: "Team", accessRole: "owner" };
const HOLIDAYS = { id: "h1", summary: "Holidays", accessRole: "reader" };
const mine = `${BASE}/users/me/calendarList`;

const calendars: VendorCall[] = [
  call("create_calendar", FIELDS, `POST ${BASE}/calendars`, { body: FIELDS, answer: TEAM }),
  call("get_calendar", C, `GET ${BASE}/calendars/c1`, { answer: TEAM }),
  call("update_calendar", { ...C, ...FIELDS }, `PATCH ${BASE}/calendars/c1`, { body: FIELDS, answer: TEAM }),
  done("delete_calendar", C, `DELETE ${BASE}/calendars/c1`, "deleted"),
  done("clear_primary_calendar", {}, `POST ${BASE}/calendars/primary/clear`, "cleared"),
  list(
    "list_calendars",
    { min_access: "writer", show_hidden: true },
    `GET ${mine}?minAccessRole=writer&showHidden=true&maxResults=250`,
    [ENTRY, HOLIDAYS],
  ),
  call("subscribe_to_calendar", C, `POST ${mine}`, { body: { id: "c1" }, answer: ENTRY }),
  call("get_calendar_of_list", C, `GET ${mine}/c1`, { answer: ENTRY }),
  call(
    "update_calendar_of_list",
    { ...C, name: "Ours", color_id: "7", hidden: false, selected: true },
    `PATCH ${mine}/c1`,
    { body: { summaryOverride: "Ours", colorId: "7", hidden: false, selected: true }, answer: ENTRY },
  ),
  done("unsubscribe_from_calendar", C, `DELETE ${mine}/c1`, "removed"),
  call(
    "find_busy_times_of_calendars",
    { calendars: [{ id: "c1" }, { id: "bob@example.com" }], from: FROM, to: TO, time_zone: "Europe/Berlin" },
    `POST ${BASE}/freeBusy`,
    {
      body: {
        ...{ timeMin: FROM, timeMax: TO, timeZone: "Europe/Berlin" },
        items: [{ id: "c1" }, { id: "bob@example.com" }],
      },
      answer: { calendars: { c1: { busy: [{ start: FROM, end: TO }] } } },
    },
  ),
];

const RULE = {
  id: "user:bob@example.com",
  role: "reader",
  scope: { type: "user", value: "bob@example.com" },
};
const ALL = { id: "default", role: "freeBusyReader", scope: { type: "default" } };
const acl = `${BASE}/calendars/c1/acl`;
const R = { ...C, access_rule_id: "user:bob@example.com" };
const ruleAddress = `${acl}/user%3Abob%40example.com`;

const rules: VendorCall[] = [
  call("get_access_rule", R, `GET ${ruleAddress}`, { answer: RULE }),
  list("list_access_rules", C, `GET ${acl}?maxResults=250`, [RULE, ALL]),
  done("delete_access_rule", R, `DELETE ${ruleAddress}`, "deleted"),
  {
    list: "access_rules",
    input: C,
    pages: pagesOf(`GET ${acl}?maxResults=250`, [RULE, ALL]),
    expected: [
      { name: RULE.id, value: RULE.id },
      { name: "default", value: "default" },
    ],
  },
  call(
    "share_calendar",
    { ...C, type: "user", value: "bob@example.com", role: "reader", notify: false },
    `POST ${acl}?sendNotifications=false`,
    { body: { role: "reader", scope: { type: "user", value: "bob@example.com" } }, answer: RULE },
  ),
  call("share_calendar", { ...C, type: "default", role: "freeBusyReader" }, `POST ${acl}`, {
    body: { role: "freeBusyReader", scope: { type: "default" } },
    answer: ALL,
  }),
  call(
    "change_calendar_access",
    { ...R, role: "writer", notify: true },
    `PATCH ${ruleAddress}?sendNotifications=true`,
    { body: { role: "writer" }, answer: { ...RULE, role: "writer" } },
  ),
];

const ZONE = { id: "timezone", value: "Europe/Berlin" };
const LOCALE = { id: "locale", value: "de" };
const COLORS = { calendar: { 1: { background: "#ac725e" } }, event: { 1: { background: "#a4bdfc" } } };

const settings: VendorCall[] = [
  call("get_setting", { setting_id: "timezone" }, `GET ${BASE}/users/me/settings/timezone`, { answer: ZONE }),
  list("list_settings", {}, `GET ${BASE}/users/me/settings?maxResults=250`, [ZONE, LOCALE]),
  call("list_colors", {}, `GET ${BASE}/colors`, {
    answer: { kind: "calendar#colors", ...COLORS },
    expected: COLORS,
  }),
];

/** A poll of a list without an order: what is new stands on its second page. */
const poll = (trigger: string, input: Input, sends: string, items: readonly [object, object]): PollCall => ({
  ...{ trigger, input, expected: [items[1]] },
  polls: [[{ sends, answer: { items: [items[0]] } }], pagesOf(sends, items)],
});

const NOON = "2026-03-01T12:00:00.000Z";
const KEPT =
  "id,status,htmlLink,summary,description,location,start,end,recurrence,recurringEventId,organizer,attendees,hangoutLink,created,updated";
const upcoming = `GET ${EVENTS}?timeMin=${NOON}&maxResults=2500&fields=nextPageToken,items(${KEPT})`;
const found = (since: string) => `GET ${EVENTS}?q=Review&updatedMin=${since}&orderBy=updated&maxResults=250`;
const LATE = { ...EVENT, updated: "2026-03-01T12:20:00.000Z" };
const now = `GET ${EVENTS}?timeMin=${NOON}&timeMax=${NOON}&singleEvents=true&maxResults=250`;
const MOVED = { ...EVENT, start: { dateTime: FROM } };

const triggers: VendorCall[] = [
  poll("new_event", C, upcoming, [EVENT, OTHER]),
  {
    trigger: "event_started",
    input: C,
    polls: [
      [{ sends: now, answer: { items: [EVENT] } }],
      pagesOf(now, [EVENT, OTHER]),
      // It was moved, and starts again.
      [{ sends: now, answer: { items: [MOVED] } }],
    ],
    expected: [OTHER, MOVED],
  },
  {
    trigger: "event_found",
    input: { ...C, query: "Review" },
    polls: [
      [{ sends: found(NOON), answer: { items: [] } }],
      [
        { sends: found(NOON), answer: { items: [LATE], nextPageToken: "p2" } },
        { sends: `${found(NOON)}&pageToken=p2`, answer: { items: [] } },
      ],
      [{ sends: found(LATE.updated), answer: { items: [LATE] } }],
    ],
    expected: [LATE],
  },
  poll("new_calendar", {}, `GET ${mine}?maxResults=250`, [ENTRY, HOLIDAYS]),
  poll("new_access_rule", C, `GET ${acl}?maxResults=250`, [RULE, ALL]),
];

/** What Google Calendar documents for events, calendars, access, settings and what is new. */
export const calls: readonly VendorCall[] = [...events, ...calendars, ...rules, ...settings, ...triggers];
