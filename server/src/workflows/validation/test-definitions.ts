import { Type } from "typebox";
import type { TestServer } from "../../../test/test-server.ts";
import {
  applyEdgeDefaults,
  applyNodeDefaults,
  createEmptyDefinition,
  type EdgeInput,
  type NodeInput,
} from "../definition/graph.ts";
import type { VersionContent } from "../table.ts";
import { findProblems } from "./definition-problems.ts";
import type { NodeTypes, Stage, WorkflowProblem } from "./problem.ts";

/** A few types of nodes, for tests of what a definition may hold. */
export const TYPES: NodeTypes = [
  { type: "start", settings: Type.Unknown() },
  { type: "action", settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
  {
    type: "http",
    settings: Type.Object({
      url: Type.String({ minLength: 1 }),
      timeout_ms: Type.Optional(Type.Integer({ minimum: 1 })),
      body: Type.Optional(Type.Unknown()),
    }),
  },
  {
    type: "code",
    settings: Type.Object({ code: Type.Optional(Type.String()), prompt: Type.Optional(Type.String()) }),
    verbatim: { code: "javascript", prompt: "text" },
  },
  { type: "loop", settings: Type.Object({}), branches: { item: "for each item", done: "after all items" } },
  {
    type: "choice",
    settings: Type.Object({}, { additionalProperties: true }),
    branches: { yes: "it is chosen", no: "it is not chosen" },
    problem: ({ never }) => (never ? "data.never: it is never chosen." : undefined),
  },
  { type: "approval", settings: Type.Object({}), link: "page" },
];

export const start: NodeInput = { id: "start", type: "start" };

/** A node that is sound. */
export const http = (id: string, more: Partial<NodeInput> = {}): NodeInput => ({
  id,
  type: "http",
  data: { url: "https://example.com/" },
  ...more,
});

/** A node whose address is this text. */
export const calls = (id: string, url: string): NodeInput => http(id, { data: { url } });

/** One edge; its id is its ends, if none is given. */
export const edge = (source: string, target: string, id = `${source}-${target}`): EdgeInput => ({
  id,
  source,
  target,
});

/** Edges written as `from>to` or `from>to:handle`, separated by spaces. */
export const edges = (text: string): EdgeInput[] =>
  text.split(" ").map((one) => {
    const [, source = "", target = "", handle] = /^(.+)>([^:]+):?(.*)$/.exec(one) ?? [];
    return { ...edge(source, target, one.replace(">", "-")), sourceHandle: handle || null };
  });

/** What a version holds of a workflow that has nothing but a start node. */
export const blankVersion = (more: Partial<VersionContent> = {}): VersionContent => ({
  slug: null,
  name: "Test workflow",
  description: "",
  icon: "",
  index_order: 0,
  auto_enable: false,
  hide_in_config: false,
  data_slots: [],
  test_instance_meta_data: null,
  ...createEmptyDefinition(),
  ...more,
});

/** Only the sentences. */
export const listMessages = (found: readonly WorkflowProblem[]): string[] =>
  found.map(({ message }) => message);

/** Finds the problems of a definition made of these types; `server` is asked for when it is called. */
export function createProblemFinder(server: () => TestServer) {
  return async (
    nodes: NodeInput[],
    given: EdgeInput[] = [],
    stage: Stage = "save",
    slug: string | null = null,
  ) => {
    const definition = {
      nodes: applyNodeDefaults(nodes),
      edges: applyEdgeDefaults(given),
      settings: {},
      slug,
    };
    const editor = { ...server().test, nodeTypes: TYPES };
    const { inside, ofApplications } = await findProblems(server().deps, editor, definition, stage);
    return [...inside, ...ofApplications];
  };
}
