import type { ActionCall, Exchange, ListCall, OptionCall } from "../mock-vendor.ts";

// mailchimp.com/developer/marketing/api: records come as they are, lists in a member with `total_items`, and further
// pages from an `offset` on; what has no answer comes with 204.
/** The input of a call. */
type Input = Record<string, unknown>;

const API = "/3.0";
const [FIRST, SECOND] = [
  { id: "7", name: "Seven" },
  { id: "8", name: "Eight" },
];

/** An action that sends `body`, if any, and returns the record of the answer. */
export const one = (action: string, input: Input, sends: string, body?: object): ActionCall => ({
  ...{ action, input, sends: addressOf(sends), body, answer: FIRST },
});

/** An action without an answer. */
export const done = (
  action: string,
  input: Input,
  [sends, expected = { deleted: true }, body]: [sends: string, expected?: object, body?: object],
): ActionCall => ({ ...{ action, input, sends: addressOf(sends), body, expected } });

/** An action whose answer has the records in a member. */
export const whole = (action: string, input: Input, sends: string, member: string): ActionCall => ({
  ...{ action, input, sends: addressOf(sends), answer: { [member]: [FIRST] }, expected: [FIRST] },
});

function addressOf(sends: string): string {
  const [method, path] = sends.split(" ");
  return `${method} ${API}${path}`;
}

const pagesOf = (path: string, member: string, found: readonly object[]): Exchange[] =>
  found.map((record, i) => ({
    sends: `GET ${API}${path}${path.includes("?") ? "&" : "?"}offset=${i}`,
    answer: { [member]: [record], total_items: found.length },
  }));

/** A list with two pages. */
export const list = (action: string, input: Input, path: string, member: string): ListCall => ({
  ...{ action, input, pages: pagesOf(path, member, [FIRST, SECOND]), expected: [FIRST, SECOND] },
});

/** An option list with two pages, whose names and values come from its records. */
export const choices = (
  name: string,
  [input, path, member]: [input: Input, path: string, member: string],
  records: readonly [record: object, name: string, value: unknown][],
): OptionCall => ({
  ...{
    list: name,
    input,
    pages: pagesOf(
      path,
      member,
      records.map(([record]) => record),
    ),
  },
  expected: records.map(([, shown, value]) => ({ name: shown, value })),
});
