import type { ActionCall, Exchange, ListCall, OptionCall } from "../mock-vendor.ts";

// developer.zendesk.com: a record is wrapped in its name, a list in its plural; lists go on with `page[after]` while
// `meta.has_more` is true, and those that have no cursors at `next_page`.
/** The input of a call. */
type Input = Record<string, unknown>;

const API = "/api/v2";
const SITE = "https://northwind.zendesk.com";
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

/** An action whose answer is empty. */
export const done = (
  action: string,
  input: Input,
  [sends, expected = { deleted: true }, body]: [sends: string, expected?: object, body?: object],
): ActionCall => ({ ...{ action, input, sends: addressOf(sends), body, expected } });

/** An action whose answer is returned as it is. */
export const plain = (action: string, input: Input, sends: string, answer: object): ActionCall => ({
  ...{ action, input, sends: addressOf(sends), answer },
});

function addressOf(sends: string): string {
  const [method, path] = sends.split(" ");
  return `${method} ${API}${path}`;
}

/** The parameters of a first page, in front of others. */
const withSize = (path: string) => `${path}${path.includes("?") ? "&" : "?"}page[size]=100`;

function cursorPages(path: string, member: string, found: readonly object[]): Exchange[] {
  const address = `GET ${API}${withSize(path)}`;
  return [
    {
      sends: address,
      answer: { [member]: found.slice(0, 1), meta: { has_more: true, after_cursor: "xy1" } },
    },
    {
      sends: `${address}&page[after]=xy1`,
      answer: { [member]: found.slice(1), meta: { has_more: false, after_cursor: "xy2" } },
    },
  ];
}

function linkedPages(path: string, member: string, found: readonly object[]): Exchange[] {
  const next = `${API}${path.split("?")[0]}?page=2`;
  return [
    { sends: `GET ${API}${path}`, answer: { [member]: found.slice(0, 1), next_page: `${SITE}${next}` } },
    { sends: `GET ${next}`, answer: { [member]: found.slice(1), next_page: null } },
  ];
}

/** A list that goes on with cursors. */
export const list = (action: string, input: Input, path: string, member: string): ListCall => ({
  ...{ action, input, pages: cursorPages(path, member, [FIRST, SECOND]), expected: [FIRST, SECOND] },
});

/** A list that goes on at the address of its next page. */
export const linked = (action: string, input: Input, path: string, member: string): ListCall => ({
  ...{ action, input, pages: linkedPages(path, member, [FIRST, SECOND]), expected: [FIRST, SECOND] },
});

/** The form of an option list's pages. */
const PAGES = { cursor: cursorPages, linked: linkedPages };

/** An option list whose names are in a member of its records. */
export const choices = (
  name: string,
  path: string,
  [member, shown, pages = "cursor"]: [member: string, shown: string, pages?: keyof typeof PAGES],
): OptionCall => ({
  list: name,
  pages: PAGES[pages](path, member, [
    { id: 7, [shown]: "Seven" },
    { id: 8, [shown]: "Eight" },
  ]),
  expected: [
    { name: "Seven", value: 7 },
    { name: "Eight", value: 8 },
  ],
});
