import type { ActionCall, Exchange, ListCall, OptionCall, PollCall } from "../mock-vendor.ts";

// linear.app/developers: everything is a GraphQL operation; lists are connections, and end where `hasNextPage` is false.
/** The input of a call, or the variables of an operation. */
export type SentValues = Record<string, unknown>;

const SENDS = "POST /graphql";
const RECORD = { id: "7", name: "Seven" };
const SECOND = { id: "8", name: "Eight" };

/** A kind of record: its type, the field of one, the field of many, and what is selected. */
export interface Kind {
  type: string;
  one: string;
  many: string;
  select: string;
}

const send = (query: string, variables: SentValues = {}): Exchange => ({
  sends: SENDS,
  body: { query, ...(Object.keys(variables).length > 0 && { variables }) },
});

/** What an operation answers under the path of a record. */
const under = (path: string, value: unknown) =>
  path.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

/** An action that returns the record at a path of the answer. */
export const one = (
  [action, input]: [string, SentValues],
  [query, variables]: [string, SentValues],
  path: string,
): ActionCall => ({
  ...{ action, input, ...send(query, variables), answer: { data: under(path, RECORD) } },
  expected: RECORD,
});

/** A mutation with input that returns a record. */
export const mutate = (
  [action, input]: [string, SentValues],
  [name, type, entity, select]: [name: string, type: string, entity: string, select: string],
  variables: SentValues,
): ActionCall =>
  one(
    [action, input],
    [
      `mutation ($input: ${type}!) { ${name}(input: $input) { success ${entity} { ${select} } } }`,
      { input: variables },
    ],
    `${name}.${entity}`,
  );

/** A mutation by an id whose answer tells nothing else. */
export const done = (
  [action, input]: [string, SentValues],
  [name, id]: [string, unknown],
  told: string,
): ActionCall => ({
  ...{ action, input, ...send(`mutation ($id: String!) { ${name}(id: $id) { success } }`, { id }) },
  ...{ answer: { data: { [name]: { success: true } } }, expected: { [told]: true } },
});

/** The pages of a connection at a path of the answer. */
const pagesOf = ([query, variables]: [string, SentValues], path: string, records: readonly object[]) =>
  records.map((record, i): Exchange => {
    const pageInfo = { hasNextPage: i < records.length - 1, endCursor: `c${i}` };
    const after = i === 0 ? {} : { after: `c${i - 1}` };
    return {
      ...send(query, { ...variables, ...after }),
      answer: { data: under(path, { nodes: [record], pageInfo }) },
    };
  });

/** A list with two pages. */
export const list = (
  [action, input]: [string, SentValues],
  operation: [string, SentValues],
  path: string,
): ListCall => ({
  ...{ action, input, pages: pagesOf(operation, path, [RECORD, SECOND]) },
  expected: [RECORD, SECOND],
});

const connection = (field: string, select: string) =>
  `${field} { nodes { ${select} } pageInfo { hasNextPage endCursor } }`;

/** The query that lists all of a kind. */
const queryOf = ({ type, many, select }: Kind, order: string) =>
  `query ($after: String, $filter: ${type}Filter) { ${connection(`${many}(first: 100, after: $after, filter: $filter, orderBy: ${order})`, select)} }`;

/** The query of a connection within one record. */
export const within = (field: string, inner: string, select: string): string =>
  `query ($id: String!, $after: String) { ${field}(id: $id) { ${connection(inner, select)} } }`;

/** The query of a connection with further arguments. */
export const queryWith = (declared: string, field: string, select: string): string =>
  `query ($after: String${declared}) { ${connection(field, select)} }`;

/** The list of all of a kind. */
export const all = (kind: Kind, [action, input]: [string, SentValues], filter?: SentValues): ListCall =>
  list([action, input], [queryOf(kind, "updatedAt"), filter ? { filter } : {}], kind.many);

/** One of a kind by its id. */
export const get = ({ one: field, select }: Kind, action: string, input: SentValues): ActionCall =>
  one([action, input], [`query ($id: String!) { ${field}(id: $id) { ${select} } }`, { id: "7" }], field);

/** Creates one of a kind. */
export const create = ({ type, one: field, select }: Kind, action: string, input: SentValues): ActionCall =>
  mutate([action, input], [`${field}Create`, `${type}CreateInput`, field, select], input);

/** Changes one of a kind, which an input of the given name identifies. */
export const update = (
  { type, one: field, select }: Kind,
  [action, id]: [string, string],
  input: SentValues,
): ActionCall =>
  one(
    [action, { [id]: "7", ...input }],
    [
      `mutation ($id: String!, $input: ${type}UpdateInput!) { ${field}Update(id: $id, input: $input) { success ${field} { ${select} } } }`,
      { id: "7", input },
    ],
    `${field}Update.${field}`,
  );

/** An option list with two pages. */
export const choices = (
  [name, kind]: [string, Kind],
  expected: readonly { name: string; value: string }[] = [RECORD, SECOND].map(({ id, name: title }) => ({
    name: title,
    value: id,
  })),
): OptionCall => ({
  ...{ list: name, expected },
  pages: pagesOf([queryOf(kind, "updatedAt"), {}], kind.many, [RECORD, SECOND]),
});

/** Another option list, with the records of its pages. */
export const choicesOf = (
  [name, query, path]: [name: string, query: string, path: string],
  records: readonly object[],
  expected: OptionCall["expected"],
): OptionCall => ({ list: name, expected, pages: pagesOf([query, {}], path, records) });

/** Polls that ask from the newest time on, and find two pages of news once. */
export const pollOf = (
  kind: Kind,
  [trigger, input]: [string, SentValues],
  { time, filter = {}, order = time }: { time: string; filter?: SentValues; order?: string },
): PollCall => {
  const [older, newer] = ["20", "21"].map((minute, i) => ({
    ...{ id: String(i), [time]: `2026-03-01T12:${minute}:00.000Z` },
  }));
  const ask = (since: unknown, records: readonly object[]) =>
    records.length === 0
      ? [
          {
            ...pagesOf([queryOf(kind, order), { filter: { [time]: { gte: since }, ...filter } }], kind.many, [
              {},
            ])[0],
            answer: { data: { [kind.many]: { nodes: [], pageInfo: { hasNextPage: false } } } },
          } as Exchange,
        ]
      : pagesOf(
          [queryOf(kind, order), { filter: { [time]: { gte: since }, ...filter } }],
          kind.many,
          records,
        );
  return {
    ...{ trigger, input },
    polls: [
      ask("2026-03-01T12:00:00.000Z", []),
      ask("2026-03-01T12:00:00.000Z", [newer ?? {}, older ?? {}]),
      ask(newer?.[time], [newer ?? {}]),
    ],
    expected: [older, newer],
  };
};
