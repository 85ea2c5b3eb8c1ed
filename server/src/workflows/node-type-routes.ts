import { type Static, Type } from "typebox";
import { defineOperations } from "../auth/operation.ts";
import { LANGUAGES, type Language } from "../pages/words/languages.ts";
import { MapOf, Record } from "../platform/http/route.ts";
import { NODE_TYPES } from "./nodes/list.ts";
import { describeBranches, type NodeType } from "./nodes/node.ts";
import { AnyObject } from "./schema.ts";
import { NodeBody } from "./versions/body.ts";

const Texts = Type.Array(Type.String());

const NodeTypeReply = Record("NodeType", {
  type: Type.String(),
  title: Type.String(),
  help: Type.String({ description: "What it does, in a few words." }),
  keywords: { ...Texts, description: "Other words by which people look for it." },
  icon: Type.String({ description: "Name of its icon." }),
  group: Type.String({ description: "Its group in lists, such as `flow`." }),
  description: Type.String({ description: "Markdown, in English." }),
  settings: {
    ...AnyObject,
    description:
      "JSON Schema of `data` after its expressions are evaluated; any value may instead be a string with an expression.",
  },
  setting_texts: MapOf(
    Type.Object({
      name: Type.String(),
      help: Type.Optional(Type.String()),
      choices: Type.Optional(MapOf(Type.String())),
    }),
    { description: "Texts for a form of the settings, by path without positions in lists: `cases.handle`." },
  ),
  verbatim: Type.Array(Type.String(), { description: "Settings that hold no expressions, such as code." }),
  javascript: { ...Texts, description: "Settings of `verbatim` that are JavaScript." },
  handles: Type.Array(Type.String(), {
    description:
      "Branches that its edges may leave from (`sourceHandle`), other than none and `error`, from left to right.",
  }),
  handles_from: Type.Union([Type.String(), Type.Null()], {
    description:
      "Name of a list setting whose items each add a branch before those: their `handle`, or `case_1`, `case_2`, … by position.",
  }),
  branches: Type.Unsafe<{ [handle: string]: string }>({
    type: "object",
    additionalProperties: { type: "string" },
    description: "When each branch is taken, as Markdown.",
  }),
  has_link: Type.Boolean({
    description: "Whether it waits for an answer from outside, at `{{ links.<id> }}`.",
  }),
  waits: Type.Boolean({ description: "Whether its nodes may wait." }),
  ends: Type.Boolean({ description: "Whether nothing runs after it." }),
  repeats: Type.Boolean({ description: "Whether it repeats what follows its branch `item`." }),
  calls_workflows: Type.Boolean({ description: "Whether it runs other workflows." }),
  fields: { ...Texts, description: "Which of `node_fields` it has." },
  example: { ...AnyObject, description: "A whole node." },
  output: Type.String({ description: "The output, as Markdown." }),
});

const NodeTypes = Type.Object({
  node_types: Type.Array(NodeTypeReply),
  node_fields: {
    ...AnyObject,
    description: "JSON Schemas of a node's fields other than `data`.",
  },
});

const { name, action, triggers, maximum_attempts, timeout_ms, on_error, is_batch } = NodeBody.properties;
const FIELDS = { name, action, triggers, maximum_attempts, timeout_ms, on_error, is_batch };

const operation = defineOperations<object>("Workflows");

/** Node types for editors, which build their settings forms from them. */
export const NODE_TYPE_OPERATIONS = [
  operation({
    id: "listNodeTypes",
    method: "get",
    path: "/api/v2/public/node-types",
    least: "viewer",
    credentials: "either",
    summary: "List node types",
    description:
      "Returns every node type with the JSON Schema of its settings, its branches and an example, for editors. The response is the same for everyone and may be cached for five minutes. See [Nodes](/guides/nodes).",
    schema: {
      querystring: Type.Object({
        language: Type.Optional(
          Type.Enum(LANGUAGES, {
            default: "en",
            description: "Language of `title`, `help`, `keywords` and `setting_texts`.",
          }),
        ),
      }),
      response: { 200: NodeTypes },
    },
    run: async (_deps, { query: { language = "en" } }, response) => {
      response.header("cache-control", "private, max-age=300");
      return {
        node_types: NODE_TYPES.map((type) => presentNodeType(type, language)),
        node_fields: FIELDS as unknown as Static<typeof AnyObject>,
      };
    },
  }),
];

/** A node type on the wire, with its texts in a language. */
export function presentNodeType(nodeType: NodeType, language: Language): Static<typeof NodeTypeReply> {
  const { type, texts, icon, group, description, settings, verbatim = {}, branches = {}, guide } = nodeType;
  const { title, help, keywords = [], settings: settingTexts = {} } = texts[language] ?? texts.en;
  const code = Object.keys(verbatim);
  return {
    type,
    title,
    help,
    icon,
    group,
    description,
    keywords: [...keywords],
    settings: settings as Static<typeof AnyObject>,
    setting_texts: settingTexts,
    verbatim: code,
    javascript: code.filter((key) => verbatim[key] === "javascript"),
    handles: Object.keys(branches),
    handles_from: nodeType.branchesFrom?.list ?? null,
    branches: describeBranches(nodeType),
    has_link: nodeType.link !== undefined,
    waits: nodeType.wake !== undefined,
    ends: nodeType.ends === true,
    repeats: nodeType.repeats === true,
    calls_workflows: nodeType.callsWorkflows === true,
    fields: fieldsOf(nodeType),
    example: { ...guide.example } as Static<typeof AnyObject>,
    output: guide.output,
  };
}

/** What starts a workflow neither fails nor is retried; other nodes have the fields that their type uses. */
function fieldsOf({ fields = [], untimed }: NodeType): string[] {
  if (fields.includes("triggers")) return ["name", ...fields];
  const limits = ["maximum_attempts", ...(untimed === undefined ? ["timeout_ms"] : []), "on_error"];
  return ["name", ...fields, ...limits];
}
