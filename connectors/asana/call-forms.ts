import type { ActionCall, Exchange, ListCall, OptionCall } from "../mock-vendor.ts";

// developers.asana.com: requests and answers are {data}; further pages are asked for with the `offset` of `next_page`.
/** The input of a call. */
type Input = Record<string, unknown>;

const RECORD = { gid: "7", name: "Seven" };
/** The records of two pages. */
export const [FIRST, SECOND] = [
  { gid: "7", name: "Seven" },
  { gid: "8", name: "Eight" },
];
/** The workspace of an input or a request. */
export const W = { workspace: "1" };
/** What lists of tasks ask for. */
export const TASK = "name,completed,due_on,assignee.name,modified_at,permalink_url";

/** An action that sends `data`, if any, and returns the record of the answer. */
export const one = (action: string, input: Input, sends: string, data?: object): ActionCall => ({
  ...{ action, input, sends, answer: { data: RECORD }, expected: RECORD },
  ...(data && { body: { data } }),
});

/** An action whose answer tells nothing. */
export const done = (action: string, input: Input, sends: string, more: [object, object?]): ActionCall => ({
  ...{ action, input, sends, answer: { data: {} }, expected: more[0] },
  ...(more[1] && { body: { data: more[1] } }),
});

/** The pages of a list at an address, which has a query already. */
const pagesOf = (address: string): Exchange[] => [
  { sends: `GET ${address}`, answer: { data: [FIRST], next_page: { offset: "eyJ2" } } },
  { sends: `GET ${address}&offset=eyJ2`, answer: { data: [SECOND], next_page: null } },
];

/** A list with two pages. */
export const list = (action: string, input: Input, address: string): ListCall => ({
  ...{ action, input, pages: pagesOf(address), expected: [FIRST, SECOND] },
});

/** An option list with two pages. */
export const choices = (name: string, input: Input, address: string): OptionCall => ({
  ...{ list: name, input, pages: pagesOf(address) },
  expected: [
    { name: "Seven", value: "7" },
    { name: "Eight", value: "8" },
  ],
});

/** What deletions return. */
export const DELETED = { deleted: true };
/** What additions return. */
export const ADDED = { added: true };
/** What removals return. */
export const REMOVED = { removed: true };
