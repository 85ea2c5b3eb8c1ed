import { isDeepStrictEqual } from "node:util";
import type { Selectable } from "kysely";
import type {
  PartChange,
  RevisionChanges,
  RevisionPublication,
  WorkflowContent,
  WorkflowTable,
} from "../table.ts";

export const PART_CHANGES = ["added", "removed", "changed"] as const satisfies readonly PartChange[];

const FIELDS = {
  name: "name",
  slug: "slug",
  description: "description",
  icon: "icon",
  index_order: "index_order",
  auto_enable: "autoEnable",
  hide_in_config: "hide_in_config",
  settings: "settings",
  data_slots: "data_slots",
  test_instance_meta_data: "test_instance_meta_data",
  alias: "workflow_alias",
  environments: "workflow_environment",
  archived_in: "archived",
} as const satisfies Partial<Record<keyof ComparedWorkflow, string>>;

type ComparedWorkflow = WorkflowContent & Partial<Pick<Selectable<WorkflowTable>, "archived_in">>;

/** The effect of a change on a workflow; nodes and edges are compared by id. */
export function compareContents(
  before: ComparedWorkflow,
  after: ComparedWorkflow,
  publication?: RevisionPublication,
): RevisionChanges {
  const columns = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  // The first publication in an environment adds it, and any ends the archive there: both take nothing from other
  // editors.
  const isByPublishing = (column: keyof typeof FIELDS) =>
    (column === "environments" || column === "archived_in") && publication !== undefined;
  return {
    nodes: changedParts(before.nodes, after.nodes).map(({ part: { id, name }, change, fields }) => ({
      id,
      name,
      change,
      fields,
    })),
    edges: changedParts(before.edges, after.edges).map(({ part: { id, source, target }, change }) => ({
      id,
      source,
      target,
      change,
    })),
    fields: columns
      .filter((column) => !isByPublishing(column) && !isDeepStrictEqual(before[column], after[column]))
      .map((column) => FIELDS[column]),
    publications: publication ? [publication] : [],
  };
}

interface PartDifference<Part> {
  readonly part: Part;
  readonly change: PartChange;
  readonly fields: readonly string[];
}

function changedParts<Part extends { readonly id: string }>(
  before: readonly Part[],
  after: readonly Part[],
): PartDifference<Part>[] {
  const earlier = new Map(before.map((part) => [part.id, part]));
  const left = new Set(after.map(({ id }) => id));
  const now = after.flatMap((part): PartDifference<Part>[] => {
    const old = earlier.get(part.id);
    if (!old) return [{ part, change: "added", fields: [] }];
    const fields = differingFields(old, part);
    return fields.length > 0 ? [{ part, change: "changed", fields }] : [];
  });
  const gone = before.filter(({ id }) => !left.has(id));
  return [...now, ...gone.map((part) => ({ part, change: "removed" as const, fields: [] }))];
}

function differingFields(before: object, after: object): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(Reflect.get(before, name), Reflect.get(after, name)));
}

/** Whether the edited content changed. */
export function isEdit({ nodes, edges, fields }: RevisionChanges): boolean {
  return nodes.length + edges.length + fields.length > 0;
}

/** The combined effect of successive changes: what was added and removed again is left out. */
export function mergeChanges(all: readonly RevisionChanges[]): RevisionChanges {
  return {
    nodes: mergeParts(all.map(({ nodes }) => nodes)),
    edges: mergeParts(all.map(({ edges }) => edges)),
    fields: [...new Set(all.flatMap(({ fields }) => fields))],
    publications: all.flatMap(({ publications }) => publications),
  };
}

interface ChangedPart {
  readonly id: string;
  readonly change: PartChange;
  readonly fields?: readonly string[];
}

function mergeParts<Part extends ChangedPart>(all: readonly (readonly Part[])[]): Part[] {
  const merged = new Map<string, Part>();
  for (const part of all.flat()) {
    const earlier = merged.get(part.id);
    const change = earlier ? changeAfter(earlier.change, part.change) : part.change;
    if (change === undefined) merged.delete(part.id);
    else merged.set(part.id, { ...part, change, ...fieldsOf(change, earlier, part) });
  }
  return [...merged.values()];
}

function changeAfter(earlier: PartChange, later: PartChange): PartChange | undefined {
  if (earlier === "added") return later === "removed" ? undefined : "added";
  return earlier === "removed" ? "changed" : later;
}

function fieldsOf(change: PartChange, earlier: ChangedPart | undefined, { fields }: ChangedPart) {
  if (!fields) return {};
  return { fields: change === "changed" ? [...new Set([...(earlier?.fields ?? []), ...fields])] : [] };
}
