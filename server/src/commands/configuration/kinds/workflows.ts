import { isDeepStrictEqual } from "node:util";
import { JunctorError } from "../../../../../sdk/src/http/error.ts";
import { eachRecord } from "../../../../../sdk/src/http/pages.ts";
import type { Body, Reply } from "../../../../../sdk/src/http/wire.ts";
import type { Target } from "../../target.ts";
import {
  getText,
  type PreparedUpdate,
  type RecordChange,
  type RecordDocument,
  type RemoteRecord,
  type ResourceKind,
} from "../kind.ts";
import {
  listCalledWorkflows,
  normalizeWorkflow,
  toVersionDocument,
  WorkflowDocument,
  withWrittenCode,
} from "./workflow-document.ts";

const WORKFLOWS_PATH = "/api/v2/public/workflow";
const ALL = "/api/v2/public/workflow/all";
const ONE = "/api/v2/public/workflow/{id}";
const EXPORT = `${ONE}/export`;
const PUBLISH = `${ONE}/publish`;
const VERSIONS = "/api/v2/public/workflow/versions/{id}";
const AT_ONCE = 8;
const UNTRIED =
  "test has published no version with the content of this file: apply the files to test first, or publish it there.";

type ListedWorkflow = Reply<"get", typeof ALL>["docs"][number];

/** The organization's workflows; those of linked accounts are their customers'. */
export const WORKFLOWS: ResourceKind = {
  folder: "workflows",
  title: "workflow",
  schema: WorkflowDocument,
  getName: (document) => getText(document, "alias") ?? getText(document, "name") ?? "",
  // A workflow that gets an alias is found by its name, one that has another alias is another workflow.
  getKeys: (document) => {
    const alias = getText(document, "alias");
    return [...(alias === undefined ? [] : [`alias ${alias}`]), `unnamed ${getText(document, "name")}`];
  },
  getRecordKeys: ({ document }) => {
    const alias = getText(document, "alias");
    return [alias === undefined ? `unnamed ${getText(document, "name")}` : `alias ${alias}`];
  },
  distinction: "give each of them an alias.",
  normalize: normalizeWorkflow,
  list: listOrganizationWorkflows,
  find: findInTest,
  prepare: prepareUpdate,
  adopt: withWrittenCode,
  sort: sortByCalls,
  create: async (target, document) => {
    const { _id, __v } = await target.send("post", WORKFLOWS_PATH, { body: toBody(document) });
    if (document.published === true) await publish(target, _id, __v);
  },
  update: updateWorkflow,
  delete: async ({ send }, { id, revision }) =>
    void (await send("delete", ONE, { path: { id }, query: { base_revision: revision } })),
};

async function listOrganizationWorkflows(target: Target): Promise<RemoteRecord[]> {
  const [shown, archived] = await Promise.all([listRecords(target, false), listRecords(target, true)]);
  const all = [...shown, ...archived];
  const drafts = new Map(
    all
      .filter((one) => one.associated_public_worklfow !== "")
      .map((one) => [one.associated_public_worklfow, one] as const),
  );
  const records = all.filter((one) => one.associated_public_worklfow === "");
  const found: RemoteRecord[] = [];
  for (let at = 0; at < records.length; at += AT_ONCE) {
    const some = records.slice(at, at + AT_ONCE);
    found.push(...(await Promise.all(some.map((one) => readRecord(target, one, drafts.get(one._id))))));
  }
  return found;
}

async function listRecords({ send }: Target, archived: boolean): Promise<ListedWorkflow[]> {
  const filter = { scope: "public", nodes: false, ...(archived && { archived }) } as const;
  const all: ListedWorkflow[] = [];
  for await (const one of eachRecord((place) => send("get", ALL, { query: { ...filter, ...place } })))
    all.push(one);
  return all;
}

async function readRecord(
  target: Target,
  { _id: id, published, archived, workflow_environment, __v }: ListedWorkflow,
  draft: ListedWorkflow | undefined,
): Promise<RemoteRecord> {
  return {
    id,
    document: { ...(await exportDocument(target, id, { published })), ...(archived && { archived }) },
    revision: draft?.__v ?? __v,
    isDormant: archived,
    hasDraft: draft !== undefined,
    isShared: workflow_environment.length > 1,
  };
}

async function exportDocument(
  { send }: Target,
  id: string,
  { published, version }: { published: boolean; version?: number },
): Promise<RecordDocument> {
  const exported = await send("get", EXPORT, { path: { id }, query: { version } });
  return normalizeWorkflow({ ...(exported as RecordDocument), published });
}

/** A workflow of test of which a production key can publish a version here. */
async function findInTest(target: Target, document: RecordDocument): Promise<RemoteRecord | undefined> {
  const alias = getText(document, "alias");
  if (alias === undefined || target.environment !== "production") return undefined;
  const tried = await findPreview(target, alias);
  if (!tried) return undefined;
  // It stays in test alone, as the file wants it.
  if (document.published !== true) return { id: alias, document };
  const version = await findPreviewedVersion(target, { alias, newest: tried.version, document });
  const draft = { ...document, published: false };
  if (version !== undefined) return { id: alias, document: draft, version };
  const { document: shown } = tried;
  const newest = shown ? normalizeWorkflow({ ...(shown as RecordDocument), published: false }) : draft;
  return { id: alias, document: newest, isShared: true };
}

/** What publishing a version of a workflow would publish; undefined if there is none such. */
async function findPreview({ send }: Target, id: string, version?: number) {
  try {
    return await send("get", `${PUBLISH}/preview`, { path: { id }, query: { version, document: true } });
  } catch (error) {
    if (!(error instanceof JunctorError)) throw error;
    if (error.status === 404) return undefined;
    // Test has it and has not published it.
    if (error.status === 400 && version === undefined) return { version: null, document: undefined };
    throw error;
  }
}

/** The newest version of test with the content of the document. The list of versions does not show those of test. */
async function findPreviewedVersion(
  target: Target,
  { alias, newest, document }: { alias: string; newest: number | null; document: RecordDocument },
): Promise<number | undefined> {
  for (let version = newest ?? 0; version > 0; version--) {
    const preview = await findPreview(target, alias, version);
    if (!preview?.document) continue;
    const tried = normalizeWorkflow(preview.document as RecordDocument);
    if (isDeepStrictEqual(contentOf(tried), contentOf(document))) return version;
  }
  return undefined;
}

/**
 * Looks for a version that equals the document: publishing it leaves the draft, which is somebody's work, as it is. In
 * production, a workflow of both environments changes in no other way: what nobody has tried in test does not reach
 * production (D546).
 */
async function prepareUpdate(target: Target, { document, record }: RecordChange): Promise<PreparedUpdate> {
  if (document.published === true && record.revision === undefined && record.version === undefined)
    return { blocked: UNTRIED };
  if (document.published === true) {
    const version = record.version ?? (await findEqualVersion(target, record.id, document));
    if (version !== undefined) return { notes: [`Publishes version ${version}, which has this content.`] };
    if (target.environment === "production" && record.isShared) return { blocked: UNTRIED };
  }
  const notes = ["Replaces the draft, which has changes that nobody has published."];
  return { notes: record.hasDraft ? notes : [] };
}

/** Publishes the version that equals the document; without one, the document becomes the draft, and that the next version. */
async function updateWorkflow(target: Target, { document, record }: RecordChange): Promise<void> {
  const { id, revision } = record;
  const { published } = document;
  const alias = getText(document, "alias");
  // It belongs to no version: nothing is published for it.
  if (alias !== getText(record.document, "alias"))
    await target.send("put", ONE, { path: { id }, body: { workflow_alias: alias ?? null } });
  if (published === true) {
    const version = record.version ?? (await findEqualVersion(target, id, document));
    if (version !== undefined) return publish(target, id, undefined, version);
  }
  if (published !== true && record.document.published === true) await unpublish(target, id, revision);
  if (published !== true && record.isDormant)
    await target.send("put", `${ONE}/archive`, { path: { id }, body: { archived: false } });
  const isSaved =
    record.hasDraft !== true && isDeepStrictEqual(contentOf(document), contentOf(record.document));
  if (isSaved && published !== true) return;
  const body = { ...toBody(document), base_revision: revision };
  const { _id: draft, __v } = await target.send("put", ONE, { path: { id }, body });
  if (published === true) await publish(target, draft, __v);
}

/** The document without what belongs to no version. */
function contentOf({
  alias: _alias,
  published: _published,
  archived: _archived,
  ...content
}: RecordDocument) {
  return content;
}

async function unpublish({ send }: Target, id: string, base_revision: number | undefined): Promise<void> {
  await send("put", PUBLISH, { path: { id }, body: { published: false, base_revision } });
}

async function publish(
  { send }: Target,
  id: string,
  base_revision: number | undefined,
  version?: number,
): Promise<void> {
  await send("put", PUBLISH, { path: { id }, body: { published: true, version, base_revision } });
}

/** The newest version with the content of the document. */
async function findEqualVersion(
  target: Target,
  id: string,
  document: RecordDocument,
): Promise<number | undefined> {
  const outline = toVersionDocument(document);
  for await (const listed of listAllVersions(target, id)) {
    // Workflows that it calls have ids in the list; their aliases take a request.
    if (!isDeepStrictEqual(toVersionDocument(listed), outline)) continue;
    const content = await exportDocument(target, id, { published: true, version: listed.version });
    if (isDeepStrictEqual(contentOf(content), contentOf(document))) return listed.version;
  }
  return undefined;
}

function listAllVersions({ send }: Target, id: string) {
  return eachRecord((place) => send("get", VERSIONS, { path: { id }, query: place }));
}

function toBody(document: RecordDocument): Body<"post", typeof WORKFLOWS_PATH> {
  const {
    format: _format,
    format_version: _version,
    published: _published,
    alias = null,
    ...content
  } = document;
  const cleared = {
    description: "",
    icon: "",
    slug: null,
    index_order: 0,
    settings: {},
    edges: [],
    data_slots: [],
  };
  const flags = { autoEnable: false, hide_in_config: false };
  // The document fits the schema of an import, whose fields are those of this body.
  const body: object = { ...cleared, ...flags, ...content, workflow_alias: alias };
  return body as Body<"post", typeof WORKFLOWS_PATH>;
}

/** Those that others call first: publishing requires that they exist. Of workflows that call each other, any. */
function sortByCalls<Item extends { readonly document: RecordDocument }>(items: readonly Item[]): Item[] {
  const byAlias = new Map(items.map((item) => [getText(item.document, "alias"), item]));
  const sorted = new Set<Item>();
  const open = new Set<Item>();
  const add = (item: Item) => {
    if (open.has(item)) return;
    open.add(item);
    for (const name of listCalledWorkflows(item.document)) {
      const called = byAlias.get(name);
      if (called) add(called);
    }
    sorted.add(item);
  };
  for (const item of items) add(item);
  return [...sorted];
}
