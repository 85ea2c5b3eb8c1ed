import type { WorkflowNode } from "../../workflow.ts";
import type { WorkflowDocument } from "./document.ts";

const MOST_ID_LENGTH = 100;
const TEMPLATE = /\{\{[\s\S]*?\}\}/g;
const BY_NAME = /(?<![\w$.])(node|links)\.([\w$][\w$-]*)/g;
const IN_BRACKETS = /(?<![\w$.])(node|links)\[\s*(["'`])((?:(?!\2)[^\\])*)\2\s*\]/g;
const PLAIN = /^[A-Za-z_$][\w$]*$/;

/** Why a node cannot get an id; undefined if it can. */
export type IdProblem = "empty" | "long" | "taken";

/** What is wrong with a new id of a node. */
export function idProblem({ nodes }: WorkflowDocument, from: string, to: string): IdProblem | undefined {
  if (to === "") return "empty";
  if (to.length > MOST_ID_LENGTH) return "long";
  return from !== to && nodes.some(({ id }) => id === to) ? "taken" : undefined;
}

/** Gives a node another id; edges and references in expressions and code follow it. */
export function renameNode(document: WorkflowDocument, from: string, to: string): WorkflowDocument {
  if (from === to || idProblem(document, from, to) !== undefined) return document;
  const ids = new Map([[from, to]]);
  const rename = (id: string) => ids.get(id) ?? id;
  return {
    ...document,
    nodes: followIds(document, ids).map((node) => ({ ...node, id: rename(node.id) })),
    edges: document.edges.map((edge) => ({
      ...edge,
      source: rename(edge.source),
      target: rename(edge.target),
    })),
  };
}

/** The nodes with references to renamed ones, `ids` by the old id. */
export function followIds(
  { nodes, types }: Pick<WorkflowDocument, "nodes" | "types">,
  ids: ReadonlyMap<string, string>,
): readonly WorkflowNode[] {
  const known = new Set([...nodes.map(({ id }) => id), ...ids.keys()]);
  const inSource = (source: string) => renameIn(source, ids, known);
  return nodes.map((node) => {
    const { javascript: code = [] } = types.get(node.type) ?? {};
    const data = isFields(node.data) ? followIn(node.data, code, inSource) : node.data;
    return data === node.data ? node : { ...node, data };
  });
}

type Rewrite = (source: string) => string;

/** `code` names the settings that are JavaScript. */
function followIn(
  data: Record<string, unknown>,
  code: readonly string[],
  rewrite: Rewrite,
): Record<string, unknown> {
  const entries = Object.entries(data).map(([key, value]): [string, unknown] => [
    key,
    code.includes(key) && typeof value === "string" ? rewrite(value) : followInTexts(value, rewrite),
  ]);
  return entries.every(([key, value]) => value === data[key]) ? data : Object.fromEntries(entries);
}

/** The same object if nothing in it changes. */
function followInTexts(value: unknown, rewrite: Rewrite): unknown {
  if (typeof value === "string") return value.replace(TEMPLATE, rewrite);
  if (Array.isArray(value)) {
    const items = value.map((item) => followInTexts(item, rewrite));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isFields(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, followInTexts(item, rewrite)] as const);
  return entries.every(([key, item]) => item === value[key]) ? value : Object.fromEntries(entries);
}

function renameIn(source: string, ids: ReadonlyMap<string, string>, known: ReadonlySet<string>): string {
  return source
    .replace(BY_NAME, (whole, root: string, name: string) => {
      const id = namedBy(name, known);
      const to = id === undefined ? undefined : ids.get(id);
      return id === undefined || to === undefined ? whole : `${reference(root, to)}${name.slice(id.length)}`;
    })
    .replace(IN_BRACKETS, (whole, root: string, _quote, name: string) => {
      const to = ids.get(name);
      return to === undefined ? whole : reference(root, to);
    });
}

/** The id in `a-b`, which is a node's id, or a difference that begins with the output of `a`. */
function namedBy(name: string, known: ReadonlySet<string>): string | undefined {
  for (let end = name.length; end > 0; end = name.lastIndexOf("-", end - 1))
    if (known.has(name.slice(0, end))) return name.slice(0, end);
  return undefined;
}

function reference(root: string, id: string): string {
  return PLAIN.test(id) ? `${root}.${id}` : `${root}[${JSON.stringify(id)}]`;
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
