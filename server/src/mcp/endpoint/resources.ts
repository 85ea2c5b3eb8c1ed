import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { readConfigs } from "../../configs/change.ts";
import { presentConfig } from "../../configs/schema.ts";
import type { Deps } from "../../deps.ts";
import { isText } from "../../files/file-value.ts";
import { readContent } from "../../files/objects/object-store.ts";
import { findFile, type StoredFile } from "../../files/store.ts";
import { decodeText } from "../../platform/decode-text.ts";
import { isObject, type Json } from "../../platform/json/json.ts";
import { findRun, isShownToAccount, listRuns } from "../../runs/read/list.ts";
import { readAccountView } from "../../runs/view/account-view.ts";
import { FILES } from "../tools/file-content.ts";
import { formatResult } from "../tools/result.ts";
import { redactInternals } from "../tools/safe-text.ts";
import type { Session } from "./session.ts";

type ResourceDeps = Pick<Deps, "db" | "config" | "objectStore">;

/** The URI of the recent executions; those of single ones begin with it. */
export const EXECUTIONS = "junctor://executions";
const CONFIGS = "junctor://configs";
const JSON_TYPE = "application/json";
const RECENT = 20;
// As JSON, with what surrounds it.
const LONGEST_TEXT = 99_000;
const MOST_FILE_BYTES = 10 * 1024 * 1024;

/** The readable ones of the record's `resources`: a URI with a text or with JSON. */
interface ReadableResource extends Resource {
  readonly content: Json;
}

/** The resources of the record, and the customer's own executions and configs; all read-only. */
export function listResources(session: Session): Resource[] {
  return [
    ...keptOf(session).map(({ content: _content, ...resource }) => resource),
    {
      uri: EXECUTIONS,
      name: "executions",
      title: "Recent executions",
      description: `The ${RECENT} newest executions of workflows.`,
      mimeType: JSON_TYPE,
    },
    {
      uri: CONFIGS,
      name: "configs",
      title: "Settings",
      description: "How the applications are set up, and which workflows are on, without passwords.",
      mimeType: JSON_TYPE,
    },
  ];
}

/** The URI of one execution. */
export function listResourceTemplates(): ResourceTemplateType[] {
  return [
    {
      uriTemplate: `${EXECUTIONS}/{id}`,
      name: "execution",
      title: "An execution",
      description: "Its status, and its result or why it failed.",
      mimeType: JSON_TYPE,
    },
    {
      uriTemplate: `${FILES}/{id}`,
      name: "file",
      title: "A file",
      description: "A file that the result of a tool refers to, by its `$file`.",
    },
  ];
}

/** The content of a resource. Throws for one that does not exist or is another customer's. */
export async function readResource(
  deps: ResourceDeps,
  session: Session,
  uri: string,
): Promise<ReadResourceResult> {
  const kept = keptOf(session).find((one) => one.uri === uri);
  if (kept) return contents(uri, kept.mimeType ?? "text/plain", kept.content);
  if (uri === EXECUTIONS) return contents(uri, JSON_TYPE, await recentExecutions(deps, session));
  if (uri === CONFIGS) return contents(uri, JSON_TYPE, await configs(deps, session));
  if (uri.startsWith(`${FILES}/`)) {
    const file = await findFile(deps.db, session.scope, uri.slice(FILES.length + 1));
    if (file) return fileContents(deps, uri, file);
  }
  const execution = uri.startsWith(`${EXECUTIONS}/`)
    ? await oneExecution(deps, session, uri.slice(EXECUTIONS.length + 1))
    : undefined;
  if (execution === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${uri}.`, { uri });
  return contents(uri, JSON_TYPE, execution);
}

function contents(uri: string, mimeType: string, value: Json): ReadResourceResult {
  const text = formatResult(value);
  return { contents: [{ uri, mimeType, text: isTooLong(text) ? cut(value, text) : text }] };
}

/** Text as text, which models read; other bytes as base64. */
async function fileContents(
  { objectStore }: ResourceDeps,
  uri: string,
  { content, content_type: mimeType, size }: StoredFile,
): Promise<ReadResourceResult> {
  if (size > MOST_FILE_BYTES)
    return contents(uri, "text/plain", `This file is too large for a resource: ${size} bytes.`);
  const bytes = await readContent(objectStore, content);
  if (isText(bytes, mimeType)) return contents(uri, mimeType, decodeText(bytes, mimeType));
  return { contents: [{ uri, mimeType, blob: bytes.toString("base64") }] };
}

function isTooLong(text: string): boolean {
  return text.length > LONGEST_TEXT || JSON.stringify(text).length > LONGEST_TEXT;
}

/** As much of a text as fits; for anything else, which a cut would break, a note that it does not fit. */
function cut(value: Json, text: string): string {
  if (typeof value !== "string")
    return JSON.stringify({ left_out: `This is too long for a resource: ${text.length} characters.` });
  let length = Math.min(text.length, LONGEST_TEXT);
  while (isTooLong(text.slice(0, length))) length = Math.floor(length / 2);
  return `${text.slice(0, length)} … [${text.length} characters]`;
}

/** Entries of the record that have a URI; the others are kept for other readers of the record. */
function keptOf({ server }: Session): ReadableResource[] {
  return server.resources.flatMap((entry) => {
    if (!isObject(entry)) return [];
    const { uri, name, title, description, mimeType, text, content } = entry;
    if (typeof uri !== "string" || !URL.canParse(uri)) return [];
    const body = text ?? content ?? "";
    return [
      {
        uri,
        name: typeof name === "string" && name ? name : uri,
        ...(typeof title === "string" && { title }),
        ...(typeof description === "string" && { description }),
        mimeType:
          typeof mimeType === "string" ? mimeType : typeof body === "string" ? "text/plain" : JSON_TYPE,
        content: body,
      },
    ];
  });
}

async function recentExecutions({ db }: ResourceDeps, { scope }: Session): Promise<Json> {
  const page = { page: 1, limit: RECENT, offset: 0 };
  const { rows } = await listRuns(db, scope, { account: scope.account }, page);
  return rows.map(({ id, workflow_name, status, created_at, finished_at }) => ({
    execution_id: id,
    workflow: workflow_name,
    status,
    started_at: created_at.toISOString(),
    ended_at: finished_at?.toISOString() ?? null,
  }));
}

async function oneExecution(deps: ResourceDeps, { scope }: Session, id: string): Promise<Json | undefined> {
  const run = await findRun(deps.db, scope, id, scope.account);
  if (!run || !isShownToAccount(run)) return undefined;
  const view = await readAccountView(deps, run.id);
  const response = isTooLong(formatResult(run.response))
    ? { left_out: "This is too long for a resource: call get_execution, which returns it page by page." }
    : view.answer(run.response);
  const error = run.error && view.error(run.error);
  return {
    execution_id: run.id,
    workflow: run.workflow_name,
    status: run.status,
    response,
    error: error && { message: redactInternals(error.message), node: error.nodeName ?? null },
    started_at: run.created_at.toISOString(),
    ended_at: run.finished_at?.toISOString() ?? null,
  };
}

async function configs({ db }: ResourceDeps, { scope }: Session): Promise<Json> {
  const shown: Json[] = [];
  let length = 0;
  for await (const view of readConfigs(db, scope)) {
    const { slug, config_id, fields, workflows } = presentConfig(view);
    const config = {
      application: slug,
      config_id,
      fields: valuesOf(fields),
      workflows: workflows.map((one) => ({
        id: one.id,
        name: one.name,
        enabled: one.enabled,
        fields: valuesOf(one.fields),
      })),
    };
    shown.push(config);
    length += JSON.stringify(config).length;
    if (length > LONGEST_TEXT) return { left_out: "These are too long for a resource." };
  }
  return shown;
}

function valuesOf(fields: readonly { id: string; value?: Json }[]): Json {
  return Object.fromEntries(fields.flatMap(({ id, value }) => (value === undefined ? [] : [[id, value]])));
}
