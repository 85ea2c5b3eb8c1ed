import type { Target } from "../../target.ts";
import type { FileProblem, ResourceFile, ResourceFolder } from "../files/read-folder.ts";
import type { RecordDocument, RemoteRecord, ResourceKind } from "../kind.ts";
import { compareDocuments, type MemberChange } from "./compare.ts";

/** One change that applying the files makes. */
export type PlanStep =
  | { readonly action: "create"; readonly kind: ResourceKind; readonly file: ResourceFile }
  | {
      readonly action: "update";
      readonly kind: ResourceKind;
      readonly file: ResourceFile;
      readonly record: RemoteRecord;
      readonly document: RecordDocument;
      readonly changes: readonly MemberChange[];
      readonly notes: readonly string[];
      readonly blocked?: string;
    }
  | { readonly action: "delete"; readonly kind: ResourceKind; readonly record: RemoteRecord };

/** What separates the files from the environment. */
export interface ConfigurationPlan {
  /** In the order in which they are made. */
  readonly steps: readonly PlanStep[];
  readonly unchanged: number;
  /** Records that no file describes, and that stay. */
  readonly unmanaged: readonly { readonly kind: ResourceKind; readonly record: RemoteRecord }[];
  /** Kinds whose files were not compared, because only a production key can change them. */
  readonly skipped: readonly ResourceKind[];
  readonly problems: readonly FileProblem[];
}

/** Compares the files with the environment; with `prunes`, records without a file are deleted. */
export async function buildPlan(
  target: Target,
  { files, kinds }: ResourceFolder,
  prunes: boolean,
): Promise<ConfigurationPlan> {
  const isCompared = ({ isOfProduction }: ResourceKind) =>
    !isOfProduction || target.environment === "production";
  const parts = await Promise.all(
    kinds.filter(isCompared).map((kind) =>
      planKind(
        target,
        kind,
        files.filter((file) => file.kind === kind),
      ),
    ),
  );
  const extra = parts.flatMap(({ kind, left }) => left.map((record) => ({ kind, record })));
  const isDeleted = ({ kind }: { kind: ResourceKind }) => prunes && !kind.isNeverDeleted;
  const deletions = extra
    .filter(isDeleted)
    .map((one) => ({ action: "delete" as const, ...one }))
    .reverse();
  return {
    steps: [...parts.flatMap(({ steps }) => steps), ...deletions],
    unchanged: parts.reduce((sum, part) => sum + part.unchanged, 0),
    unmanaged: extra.filter((one) => !isDeleted(one)),
    skipped: kinds.filter((kind) => !isCompared(kind)),
    problems: parts.flatMap(({ problems }) => problems),
  };
}

interface KindPlan {
  readonly kind: ResourceKind;
  readonly steps: PlanStep[];
  readonly unchanged: number;
  readonly left: RemoteRecord[];
  readonly problems: FileProblem[];
}

async function planKind(
  target: Target,
  kind: ResourceKind,
  given: readonly ResourceFile[],
): Promise<KindPlan> {
  const files = kind.sort?.(given) ?? given;
  const documents = files.map(({ document }) => document);
  const records = await kind.list(target, documents);
  const { pairs, problems } = resolveRecords(kind, files, records);
  const steps: PlanStep[] = [];
  let unchanged = 0;
  for (const file of files) {
    if (problems.some(({ file: path }) => path === file.path)) continue;
    const step = await planFile(target, file, pairs.get(file));
    if (step === undefined) unchanged++;
    else if ("problem" in step) problems.push({ file: file.path, message: step.problem });
    else steps.push(step);
  }
  const matched = new Set(pairs.values());
  const left = records.filter((record) => !matched.has(record) && !record.isDormant);
  return { kind, steps, unchanged, left, problems };
}

/** The step that makes the environment as the file says; undefined if it is. */
async function planFile(
  target: Target,
  file: ResourceFile,
  matched: RemoteRecord | undefined,
): Promise<PlanStep | { problem: string } | undefined> {
  const { kind } = file;
  const found = matched ?? (await kind.find?.(target, file.document));
  if (!found) return { action: "create", kind, file };
  if ("problem" in found) return found;
  const record = (await kind.complete?.(target, found)) ?? found;
  const document = kind.adopt?.(file.document, record, target) ?? file.document;
  const changes = compareDocuments(record.document, document);
  if (changes.length === 0) return undefined;
  const prepared = await kind.prepare?.(target, { record, document });
  const notes = [...(record.notes ?? []), ...(prepared?.notes ?? [])];
  return { action: "update", kind, file, record, document, changes, notes, blocked: prepared?.blocked };
}

/** Why the plan cannot be applied yet. */
export function listBlocked({ steps }: ConfigurationPlan): FileProblem[] {
  return steps.flatMap((step) =>
    step.action === "update" && step.blocked !== undefined
      ? [{ file: step.file.path, message: step.blocked }]
      : [],
  );
}

interface Matches {
  readonly pairs: Map<ResourceFile, RemoteRecord>;
  readonly problems: FileProblem[];
}

/** The record of each file, by the most binding key that both have; a file is refused if its key means several records. */
export function resolveRecords(
  kind: ResourceKind,
  files: readonly ResourceFile[],
  records: readonly RemoteRecord[],
): Matches {
  const keysOf = (record: RemoteRecord) => kind.getRecordKeys?.(record) ?? kind.getKeys(record.document);
  const pairs = new Map<ResourceFile, RemoteRecord>();
  const refused = new Map<string, FileProblem>();
  const ranks = Math.max(0, ...files.map(({ document }) => kind.getKeys(document).length));
  for (let rank = 0; rank < ranks; rank++) {
    const taken = new Set(pairs.values());
    const byKey = new Map<string, RemoteRecord[]>();
    for (const record of records.filter((one) => !taken.has(one)))
      for (const key of keysOf(record)) byKey.set(key, [...(byKey.get(key) ?? []), record]);
    for (const file of files.filter((one) => !pairs.has(one) && !refused.has(one.path))) {
      const key = kind.getKeys(file.document)[rank];
      const [record, ...others] = (key !== undefined && byKey.get(key)) || [];
      if (others.length > 0)
        refused.set(file.path, { file: file.path, message: describeAmbiguity(kind, file) });
      else if (record && ![...pairs.values()].includes(record)) pairs.set(file, record);
    }
  }
  return { pairs, problems: [...refused.values()] };
}

function describeAmbiguity(
  { title, getName, distinction }: ResourceKind,
  { document }: ResourceFile,
): string {
  return `there are several ${title}s "${getName(document)}" on the server, so this file could be any of them: ${distinction ?? "give them different names."}`;
}
