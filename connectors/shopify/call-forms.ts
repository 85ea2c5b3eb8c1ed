import type { ActionCall, Exchange, ListCall, OptionCall, PollCall } from "../mock-vendor.ts";

// shopify.dev/docs/api/admin-rest: a record is wrapped in its name, a list in its plural; a Link header leads to the
// next page, whose address has nothing but `page_info` and the size of a page.
/** The input of a call. */
type Input = Record<string, unknown>;

const BASE = "/admin/api/2026-01";
/** The records of two pages. */
const [FIRST, SECOND] = [
  { id: 7, name: "Seven" },
  { id: 8, name: "Eight" },
];

/** An action that sends `body`, if any, and returns the record of the answer. */
export const one = (
  action: string,
  input: Input,
  [sends, member, body]: [sends: string, member: string, body?: object],
): ActionCall => ({
  ...{ action, input, sends: addressOf(sends), body, answer: { [member]: FIRST }, expected: FIRST },
});

/** A deletion. */
export const gone = (action: string, input: Input, path: string, expected: object = DELETED): ActionCall => ({
  ...{ action, input, sends: `DELETE ${BASE}${path}`, answer: {}, expected },
});

const DELETED = { deleted: true };

/** An action whose answer is returned as it is. */
export const plain = (action: string, input: Input, sends: string, answer: object): ActionCall => ({
  ...{ action, input, sends: addressOf(sends), answer },
});

function addressOf(sends: string): string {
  const [method, path] = sends.split(" ");
  return `${method} ${BASE}${path}`;
}

function pagesOf(path: string, member: string, found: readonly object[]): Exchange[] {
  const [address] = path.split("?");
  const next = `https://my-shop.myshopify.com${BASE}${address}?limit=250&page_info=eyJ2`;
  return [
    {
      sends: `GET ${BASE}${path}`,
      answer: { [member]: found.slice(0, 1) },
      headers: { link: `<${next}>; rel="next"` },
    },
    { sends: `GET ${BASE}${address}?limit=250&page_info=eyJ2`, answer: { [member]: found.slice(1) } },
  ];
}

/** A list with two pages. */
export const list = (action: string, input: Input, path: string, member: string): ListCall => ({
  ...{ action, input, pages: pagesOf(path, member, [FIRST, SECOND]), expected: [FIRST, SECOND] },
});

/** An option list with two pages, whose names come from `records`. */
export const choices = (
  name: string,
  [input, path, member]: [input: Input, path: string, member: string],
  records: readonly [record: object, name: string][],
): OptionCall => {
  const found = records.map(([record], i) => ({ ...record, id: i + 1 }));
  return {
    ...{ list: name, input, pages: pagesOf(path, member, found) },
    expected: records.map(([, shown], i) => ({ name: shown, value: i + 1 })),
  };
};

/** A trigger whose first poll finds nothing; in the shop it is five hours earlier than in UTC. */
export const poll = (
  [trigger, input]: [trigger: string, input: Input],
  [path, member, time]: [path: string, member: string, time: "created_at_min" | "updated_at_min"],
): PollCall => {
  const at = time.replace("_min", "");
  const item = (id: number, minute: string) => ({ id, [at]: `2026-03-01T07:${minute}:00-05:00` });
  const ask = (since: string) => `GET ${BASE}${path}&${time}=${since}`;
  const [early, late] = [item(7, "02"), item(8, "04")];
  return {
    ...{ trigger, input, expected: [early, late] },
    polls: [
      [{ sends: ask("2026-03-01T12:00:00.000Z"), answer: { [member]: [] } }],
      [{ sends: ask("2026-03-01T12:00:00.000Z"), answer: { [member]: [late, early] } }],
      [{ sends: ask("2026-03-01T07:04:00-05:00"), answer: { [member]: [late] } }],
    ],
  };
};
