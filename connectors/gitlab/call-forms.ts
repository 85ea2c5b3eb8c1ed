import type { ActionCall, ListCall, OptionCall } from "../mock-vendor.ts";

// docs.gitlab.com/api: a project is its number or encoded path; further pages are named by X-Next-Page.
/** The input of a call. */
export type Input = Record<string, unknown>;

const API = "/api/v4";
const RECORD = { id: 7, name: "Seven" };
const [FIRST, SECOND] = [
  { id: 7, iid: 3, name: "Seven", title: "Seven", ref: "main", status: "success", full_path: "shop/seven" },
  { id: 8, iid: 4, name: "Eight", title: "Eight", ref: "next", status: "failed", full_path: "shop/eight" },
];
/** The project of an input. */
export const P = { project: "shop/web" };
/** Its address. */
export const AT = "/projects/shop%2Fweb";

/** An action that returns the record of the answer. */
export const one = (action: string, input: Input, sends: string, body?: object): ActionCall => ({
  ...{ action, input, sends: sends.replace(" ", ` ${API}`), answer: RECORD },
  ...(body && { body }),
});

/** An action whose answer tells nothing. */
export const told = (
  action: string,
  input: Input,
  sends: string,
  more: [name: string, body?: object],
): ActionCall => ({
  ...one(action, input, sends, more[1]),
  ...{ answer: undefined, expected: { [more[0]]: true } },
});

const pagesOf = (address: string) => [
  { sends: `GET ${API}${address}`, answer: [FIRST], headers: { "x-next-page": "2" } },
  { sends: `GET ${API}${address}&page=2`, answer: [SECOND], headers: { "x-next-page": "" } },
];

/** A list with two pages, at an address that has a query already. */
export const list = (action: string, input: Input, address: string): ListCall => ({
  ...{ action, input, pages: pagesOf(address), expected: [FIRST, SECOND] },
});

/** An option list with two pages. */
export const choices = (
  [name, input, address]: [name: string, input: Input, address: string],
  expected: readonly [string, string | number][],
): OptionCall => ({
  ...{ list: name, input, pages: pagesOf(address) },
  expected: expected.map(([title, value]) => ({ name: title, value })),
});
