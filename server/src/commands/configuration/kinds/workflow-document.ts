import { isDeepStrictEqual } from "node:util";
import { type Static, Type } from "typebox";
import type { Json } from "../../../platform/json/json.ts";
import { isObject } from "../../../platform/json/json.ts";
import {
  applyEdgeDefaults,
  applyNodeDefaults,
  createEmptyDefinition,
  type EdgeInput,
  type Fields,
  type NodeInput,
  type WorkflowNode,
} from "../../../workflows/definition/graph.ts";
import { renameWorkflows } from "../../../workflows/definition/references.ts";
import { FORMAT, FORMAT_VERSION, ImportBody } from "../../../workflows/versions/transfer-schema.ts";
import { type RecordDocument, type RemoteRecord, removeDefaults } from "../kind.ts";

/** A workflow as it is exported, and whether it is published. */
export const WorkflowDocument = Type.Object(
  {
    ...Type.Partial(ImportBody).properties,
    name: ImportBody.properties.name,
    published: Type.Optional(
      Type.Boolean({ description: "Whether the environment publishes it. Default: true." }),
    ),
  },
  { additionalProperties: false },
);
type WorkflowDocument = Static<typeof WorkflowDocument>;

const MEMBERS = Object.keys(WorkflowDocument.properties).filter((name) => name !== "published");
const EDGE_MEMBERS = ["source", "sourceHandle", "target", "targetHandle", "type"];

/**
 * The document without what it leaves to the server: members that have their default, and the ids of edges and triggers,
 * which change without any meaning.
 */
export function normalizeWorkflow(document: RecordDocument): RecordDocument {
  const { nodes, edges, ...given } = document as unknown as WorkflowDocument; // it fits its schema
  const empty = createEmptyDefinition();
  const all = {
    ...given,
    format: FORMAT,
    format_version: FORMAT_VERSION,
    published: given.published ?? true,
    slug: given.slug || null,
    nodes: nodes ? normalizeNodes(nodes as NodeInput[]) : normalizeNodes(empty.nodes),
    edges: (edges ?? []).map(normalizeEdge),
  };
  return removeDefaults(toDocument(all), ["format", "format_version", "name", "published", ...MEMBERS], {
    description: "",
    icon: "",
    slug: null,
    alias: null,
    index_order: 0,
    autoEnable: false,
    hide_in_config: false,
    settings: {},
    edges: [],
    data_slots: [],
  });
}

function normalizeNodes(nodes: readonly NodeInput[]): Json[] {
  return nodes.map((_node, index) => {
    // With nothing but what a node needs, at its place: what every node gets.
    const bare: NodeInput[] = nodes.map(({ id, type }) => ({ id, type }));
    const { id, type, ...defaults } = withoutTriggerIds(applyNodeDefaults(bare)[index]);
    const whole = withoutTriggerIds(applyNodeDefaults(nodes)[index]);
    return removeDefaults(whole, ["id", "type", "name", "position"], defaults) as Json;
  });
}

function withoutTriggerIds(node: WorkflowNode | undefined): RecordDocument {
  if (!node) return {};
  const { triggers, ...rest } = node;
  const named = triggers?.map(({ _id, ...trigger }) => trigger);
  return toDocument({ ...rest, ...(named && { triggers: named }) });
}

function normalizeEdge(edge: EdgeInput): Json {
  const [whole] = applyEdgeDefaults([edge]);
  const { id, ...drawn } = { ...whole };
  return removeDefaults(toDocument(drawn), EDGE_MEMBERS, {
    sourceHandle: null,
    targetHandle: null,
    type: "smoothstep",
  }) as Json;
}

/** Code that the server wrote from a prompt belongs to a file that has the prompt and no code. */
export function withWrittenCode(
  document: RecordDocument,
  { document: remote }: RemoteRecord,
): RecordDocument {
  const stored = listNodes(remote);
  const nodes = listNodes(document).map((node) => {
    const { id, data } = node;
    if (!isObject(data) || typeof data.prompt !== "string" || data.code !== undefined) return node;
    const before = stored.find((one) => one.id === id)?.data;
    const isKept = isObject(before) && before.prompt === data.prompt && before.code !== undefined;
    return isKept ? { ...node, data: { ...data, code: before.code ?? null } } : node;
  });
  return isDeepStrictEqual(nodes, listNodes(document)) ? document : { ...document, nodes };
}

/** The nodes of a normalized document. */
export function listNodes({ nodes }: RecordDocument): { [name: string]: Json }[] {
  return Array.isArray(nodes) ? nodes.filter(isObject) : [];
}

/** The aliases of the workflows that a workflow calls, or that its fields get their choices from. */
export function listCalledWorkflows(document: RecordDocument): Set<string> {
  const names = new Set<string>();
  renameIn(document, (name) => {
    names.add(name);
    return name;
  });
  return names;
}

/** A version on the wire as a document, without what versions do not have, or name by ids: the alias, other workflows. */
export function toVersionDocument(version: object): RecordDocument {
  const { alias: _alias, workflow_alias: _same, ...document } = toDocument(version);
  const members = Object.entries(document).filter(([name]) => name in WorkflowDocument.properties);
  const renamed = renameIn({ ...Object.fromEntries(members) }, () => "");
  return normalizeWorkflow({ ...renamed, published: true });
}

function renameIn(document: RecordDocument, rename: (name: string) => string): RecordDocument {
  const slots = Array.isArray(document.data_slots) ? document.data_slots.filter(isObject) : [];
  const nodes = applyNodeDefaults(listNodes(document) as unknown as NodeInput[]); // they fit their schema
  return toDocument({ ...document, ...renameWorkflows({ nodes, data_slots: slots as Fields[] }, rename) });
}

/** Objects of the API are JSON; what is undefined is left out. */
function toDocument(value: object): RecordDocument {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
