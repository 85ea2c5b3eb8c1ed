import type { ActionCall, Exchange, ListCall, OptionCall, PollCall } from "../mock-vendor.ts";

// developers.intercom.com (2.11): lists are numbered pages of `pages.total_pages`; searches and the lists of contacts and
// conversations go on with `pages.next.starting_after`.
/** The input of a call. */
type Input = Record<string, unknown>;

const [FIRST, SECOND] = [
  { id: "7", name: "Seven" },
  { id: "8", name: "Eight" },
];

/** An action that sends `body`, if any, and returns the answer. */
export const one = (action: string, input: Input, sends: string, body?: object): ActionCall => ({
  ...{ action, input, sends, body, answer: FIRST },
});

/** A deletion, whose answer tells that it happened. */
export const gone = (action: string, input: Input, sends: string): ActionCall => ({
  ...{ action, input, sends, answer: { id: "7", deleted: true }, expected: { deleted: true } },
});

/** A list without pages, which is in a member of the answer. */
export const whole = (action: string, input: Input, sends: string, member = "data"): ActionCall => ({
  ...{ action, input, sends, answer: { [member]: [FIRST, SECOND] }, expected: [FIRST, SECOND] },
});

const numbered = (path: string, size: number): Exchange[] =>
  [FIRST, SECOND].map((record, i) => ({
    sends: `GET ${path}${path.includes("?") ? "&" : "?"}per_page=${size}&page=${i + 1}`,
    answer: { data: [record], pages: { page: i + 1, total_pages: 2 } },
  }));

/** A list with two numbered pages. */
export const list = (action: string, input: Input, path: string): ListCall => ({
  ...{ action, input, pages: numbered(path, 50), expected: [FIRST, SECOND] },
});

/** A search with two pages. */
export const search = (action: string, path: string, member: string): ListCall => {
  const query = { field: "state", operator: "=", value: "open" };
  const asked = { query, pagination: { per_page: 150 } };
  return {
    ...{ action, input: query, expected: [FIRST, SECOND] },
    pages: [
      {
        ...{ sends: `POST ${path}`, body: asked },
        answer: { [member]: [FIRST], pages: { next: { starting_after: "Wz1" } } },
      },
      {
        ...{ sends: `POST ${path}` },
        body: { query, pagination: { per_page: 150, starting_after: "Wz1" } },
        answer: { [member]: [SECOND], pages: { next: null } },
      },
    ],
  };
};

const NAMED = [
  { name: "Seven", value: "7" },
  { name: "Eight", value: "8" },
];

/** An option list with two numbered pages, whose names are in a member of its records. */
export const choices = (name: string, path: string, shown: string): OptionCall => ({
  list: name,
  pages: numbered(path, 50).map((page, i) => ({
    ...page,
    answer: { data: [{ id: NAMED[i]?.value, [shown]: NAMED[i]?.name }], pages: { total_pages: 2 } },
  })),
  expected: NAMED,
});

/** An option list without pages. */
export const wholeChoices = (name: string, member = "data"): OptionCall => ({
  list: name,
  pages: [{ sends: `GET /${name}`, answer: { [member]: [FIRST, SECOND] } }],
  expected: NAMED,
});

const NOON = Date.parse("2026-03-01T12:00:00Z") / 1000;

/** A trigger that searches by time from the newest on, less ten minutes. */
export const since = (
  [trigger, input]: [trigger: string, input: Input],
  [path, member, field]: [path: string, member: string, field: "created_at" | "updated_at"],
): PollCall => {
  const [first, second] = [
    { id: "7", [field]: NOON + 1200 },
    { id: "8", [field]: NOON + 1260 },
  ];
  const ask = (value: number, answer: object, starting_after?: string): Exchange => ({
    sends: `POST ${path}`,
    body: {
      query: { field, operator: ">", value },
      sort: { field, order: "ascending" },
      pagination: { per_page: 150, ...(starting_after && { starting_after }) },
    },
    answer,
  });
  return {
    ...{ trigger, input, expected: [first, second] },
    polls: [
      [ask(NOON, { [member]: [], pages: { next: null } })],
      [
        ask(NOON, { [member]: [first], pages: { next: { starting_after: "Wz1" } } }),
        ask(NOON, { [member]: [second], pages: { next: null } }, "Wz1"),
      ],
      [ask(NOON + 660, { [member]: [first, second], pages: { next: null } })],
    ],
  };
};

/** A trigger that reads from the newest on, also what is up to ten minutes older. */
export const newest = (trigger: string, field: "created_at" | "updated_at"): PollCall => {
  const item = (id: string, seconds: number) => ({ id, [field]: NOON + seconds });
  const [old, late, fresh] = [item("7", 0), item("8", 400), item("9", 900)];
  const ask = (data: object[], starting_after?: string, next?: string): Exchange => ({
    sends: "POST /contacts/search",
    body: {
      query: { field, operator: ">", value: 0 },
      sort: { field, order: "descending" },
      pagination: { per_page: 50, ...(starting_after && { starting_after }) },
    },
    answer: { data, pages: { next: next === undefined ? null : { starting_after: next } } },
  });
  return {
    ...{ trigger, input: {}, expected: [fresh, late] },
    polls: [[ask([old])], [ask([fresh], undefined, "Wz1"), ask([old], "Wz1")], [ask([fresh, late, old])]],
  };
};
