import { type Static, Type } from "typebox";
import { DAY_MS, parseMoment } from "../../platform/moment.ts";
import type { Fields } from "../definition/graph.ts";
import { createFailure } from "./failure.ts";
import type { NextOutcome, NodeType } from "./node.ts";
import { delayTexts } from "./words/delay.ts";

const MAX_DAYS = 365;

const Amount = (unit: string, maximum: number) =>
  Type.Optional(Type.Number({ minimum: 0, maximum, description: `Number of ${unit}.` }));
const DelaySettings = Type.Object({
  until: Type.Optional(
    Type.String({
      description: "ISO 8601 time, such as `2026-01-31T09:30:00+01:00`; UTC if it has no zone.",
    }),
  ),
  for: Type.Optional(
    Type.Object(
      {
        days: Amount("days", MAX_DAYS),
        hours: Amount("hours", MAX_DAYS * 24),
        minutes: Amount("minutes", MAX_DAYS * 1440),
        seconds: Amount("seconds", MAX_DAYS * 86_400),
      },
      { description: "Duration; the parts are added up." },
    ),
  ),
  for_ms: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_DAYS * DAY_MS, description: "Duration in milliseconds." }),
  ),
});
type DelaySettings = Static<typeof DelaySettings>;

/** Waits until a time or for a duration; the execution occupies no worker meanwhile. */
export const delayNode: NodeType = {
  type: "delay",
  texts: delayTexts,
  icon: "clock",
  group: "waiting",
  description: `Waits until a time or for a duration, at most ${MAX_DAYS} days.`,
  settings: DelaySettings,
  errors: { DELAY_TOO_LONG: true },
  untimed: "data says how long it waits",
  problem: (data) => {
    const { until } = data;
    const isTime = typeof until !== "string" || until.includes("{{") || parseMoment(until) !== undefined;
    return countProblem(data) ?? (isTime ? undefined : noTime(until));
  },
  run: async ({ clock }, { data }) => {
    const problem = countProblem(data);
    if (problem) return createFailure("INVALID_SETTINGS", problem);
    const now = clock.now();
    const { until: text, ...span } = data as DelaySettings;
    const until = text === undefined ? new Date(now.getTime() + spanMs(span)) : parseMoment(text);
    if (!until) return createFailure("INVALID_SETTINGS", noTime(text));
    if (until.getTime() - now.getTime() > MAX_DAYS * DAY_MS)
      return createFailure("DELAY_TOO_LONG", `A delay lasts at most ${MAX_DAYS} days.`);
    return until > now ? { kind: "sleep", until } : done(false);
  },
  wake: () => done(true),
  guide: {
    example: { id: "tomorrow", type: "delay", data: { for: { days: 1, hours: 12 } } },
    output: '`{ "body": { "waited": true } }`; `false` if the time had already passed',
    notes:
      "Set one of `until`, `for` and `for_ms`. A time in the past does not wait. A waiting execution uses no worker and survives restarts.",
  },
};

function countProblem(data: Fields): string | undefined {
  const given = ["until", "for", "for_ms"].filter((field) => field in data);
  return given.length === 1 ? undefined : "data must have one of until, for and for_ms.";
}

function noTime(until: string | undefined): string {
  return `data.until is not an ISO 8601 time: "${until}".`;
}

function spanMs({ for: span = {}, for_ms: ms = 0 }: DelaySettings): number {
  const { days = 0, hours = 0, minutes = 0, seconds = 0 } = span;
  return ms + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

function done(waited: boolean): NextOutcome {
  return { kind: "next", output: { body: { waited } } };
}
