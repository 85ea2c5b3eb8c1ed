import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printSchema } from "graphql";
import { afterAll, expect, test } from "vitest";
import type { Json } from "../../server/src/platform/json/json.ts";
import { findGraphqlMismatches } from "./find-graphql-mismatches.ts";
import { readGraphqlTypes } from "./read-graphql-types.ts";

const folder = mkdtempSync(join(tmpdir(), "junctor-graphql-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, "types.d.mts");
writeFileSync(
  file,
  `
type Maybe<T> = T | null;
type InputMaybe<T> = Maybe<T>;
type Scalars = { ID: string; String: string; Int: number; DateTime: Date };
declare enum Order { CreatedAt = "createdAt", UpdatedAt = "updatedAt" }
type Node = { id: Scalars["ID"] };
type Issue = Node & { __typename?: "Issue"; id: Scalars["ID"]; title?: Maybe<Scalars["String"]>; labels: Array<Scalars["String"]>; at: Scalars["DateTime"]; from?: Maybe<Origin> };
type Origin = Issue | Other;
type Other = { __typename?: "Other"; id: Scalars["ID"] };
type IssuePayload = { issue: Issue; success: Scalars["Boolean"] };
type IssueInput = { title: Scalars["String"]; rank?: InputMaybe<Scalars["Int"]>; labels?: InputMaybe<Array<Scalars["String"]>>; order?: InputMaybe<Order>; inner?: InputMaybe<IssueInput> };
type Query = { __typename?: "Query"; issuesForURL: Array<Issue> };
type QueryIssuesForUrlArgs = { url: Scalars["String"]; first?: InputMaybe<Scalars["Int"]>; order?: Order };
type Mutation = { issueCreate: IssuePayload };
type MutationIssueCreateArgs = { input: IssueInput };
type Unused = { id: Scalars["ID"] };
`,
);
const schema = readGraphqlTypes(file);

test("generated types give back the schema of what can be asked for", () => {
  expect(printSchema(schema).split("\n\n").sort()).toEqual(
    [
      "enum Order {\n  createdAt\n  updatedAt\n}",
      "input IssueInput {\n  title: String!\n  rank: Int\n  labels: [String!]\n  order: Order\n  inner: IssueInput\n}",
      "scalar DateTime",
      "scalar Origin",
      "type Issue {\n  id: ID!\n  title: String\n  labels: [String!]!\n  at: DateTime!\n  from: Origin\n}",
      "type IssuePayload {\n  issue: Issue!\n  success: Boolean!\n}",
      "type Mutation {\n  issueCreate(input: IssueInput!): IssuePayload!\n}",
      "type Query {\n  issuesForURL(url: String!, first: Int, order: Order): [Issue!]!\n}",
    ].sort(),
  );
});

const CREATE = "mutation ($input: IssueInput!) { issueCreate(input: $input) { success issue { id title } } }";
const properties = {
  title: { type: "string" },
  name: { type: "string" },
  rank: { type: ["integer", "null"] },
  share: { type: "number" },
  labels: { type: "array", items: { type: "string" } },
  ranks: { type: "array", items: { type: "integer" } },
  order: { type: "string", enum: ["createdAt", "rank"] },
  fixed: { type: "string", default: "x" },
};

function differences(query: string, variables: Json): string[] {
  const input = { type: "object", required: ["title"], properties };
  const json = { query, variables };
  const none = new Map();
  const sent = { of: "act", method: "POST", path: "/graphql", query: none, body: none, json, input };
  return findGraphqlMismatches(sent, schema);
}
const creating = (input: Json) => differences(CREATE, { input });

test("a document and variables as in the schema differ in nothing", () => {
  const title = "{{ input.title }}";
  const inner = { title: "{{ input.fixed }}", order: "createdAt", rank: 1 };
  expect(creating({ title, rank: "{{ input.rank }}", labels: "{{ input.labels }}", inner })).toEqual([]);
  expect(creating({ title: "{{ item.id }}: {{ now.iso }}", labels: ["a", title] })).toEqual([]);
  const listing = "query ($url: String!, $first: Int) { issuesForURL(url: $url, first: $first) { id } }";
  expect(differences(listing, { url: title })).toEqual([]);
});

test("unknown fields, arguments and variables are named", () => {
  expect(differences("{ issuesForURL(address: 1) { ids } }", {})).toEqual([
    'Unknown argument "address" on field "Query.issuesForURL"',
    'Cannot query field "ids" on type "Issue". Did you mean "id"?',
    'Argument "Query.issuesForURL(url:)" of type "String!" is required, but it was not provided',
  ]);
  const title = "x";
  expect(creating({ title, state: "{{ input.title }}", inner: { title, kind: 1 } })).toEqual([
    "$input.state is not in IssueInput",
    "$input.inner.kind is not in IssueInput",
  ]);
  expect(differences(CREATE, { input: { title }, after: "x" })).toEqual([
    "the variable after is not declared",
  ]);
});

test("missing values, and inputs that a field does not take, are named", () => {
  expect(differences(CREATE, {})).toEqual(["$input is required"]);
  expect(creating({ title: "{{ input.name }}" })).toEqual(["$input.title is required"]);
  expect(creating({ inner: {} })).toEqual(["$input.title is required", "$input.inner.title is required"]);
  const title = "x";
  expect(creating({ title, rank: "{{ input.share }}", labels: "{{ input.ranks }}" })).toEqual([
    "$input.rank is Int, which takes no number",
    "$input.labels[] is String, which takes no integer",
  ]);
  expect(creating({ title, order: "{{ input.order }}", inner: "{{ input.title }}", labels: [1] })).toEqual([
    "$input.labels[] is String, which takes no integer",
    '$input.order does not take "rank"',
    "$input.inner is IssueInput, which takes no string",
  ]);
  expect(creating({ title, order: "newest", inner: 5 })).toEqual([
    '$input.order does not take "newest"',
    "$input.inner is no object",
  ]);
});
