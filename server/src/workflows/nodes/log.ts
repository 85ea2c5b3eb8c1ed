import { type Static, Type } from "typebox";
import type { Json } from "../../platform/json/json.ts";
import type { NodeType } from "./node.ts";
import { logTexts } from "./words/log.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;
const LONGEST = 10_000;

const Settings = Type.Object({
  message: Type.Optional(
    Type.Unknown({ description: "The line; values other than text are written as JSON." }),
  ),
  level: Type.Optional(Type.Enum([...LEVELS], { default: "info", description: "Severity." })),
  data: Type.Optional(Type.Unknown({ description: "Written after the message, as JSON." })),
});

/** Adds a line to the execution's record. */
export const logNode: NodeType = {
  type: "log",
  texts: logTexts,
  icon: "text",
  group: "data",
  description: "Writes a line to the step's log, which is part of the execution's record.",
  settings: Settings,
  isPure: true,
  run: async (_deps, { data: settings }) => {
    const { message, level = "info", data } = settings as Static<typeof Settings>;
    const texts = [message, data].filter((part) => part !== undefined).map(textOf);
    const line = `${level === "info" ? "" : `[${level}] `}${texts.join(" ")}`;
    const shown = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
    return { kind: "next", output: { body: (data ?? null) as Json }, logs: [shown] };
  },
  guide: {
    example: {
      id: "note",
      type: "log",
      data: { level: "warn", message: "No invoice for {{ input.order_number }}", data: "{{ input.lines }}" },
    },
    output: '`{ "body": … }`, the value of `data`',
    notes: `A line has at most ${LONGEST.toLocaleString("en")} characters. Do not log secrets: everyone who reads the execution sees them. Customers see the lines of their own workflows only.`,
  },
};

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
