import { fetchProviderOptions } from "../../apps/actions/options.ts";
import { type InvokeDeps, invokeAction } from "../../apps/actions/with-connection.ts";
import { findApplication } from "../../apps/catalog/application.ts";
import { ConnectorError } from "../../apps/connector.ts";
import {
  compileTemplate,
  findValueAt,
  TemplateError,
  toText,
} from "../../apps/providers/manifest/request/template.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { ApiError } from "../../platform/errors.ts";
import { isNumber, type Json } from "../../platform/json/json.ts";
import { within } from "../../platform/time-limit.ts";
import { waitForAnswer } from "../../runs/read/wait-for-answer.ts";
import type { DataSource } from "../../workflows/definition/data-source.ts";
import { type FieldOption, parseOptions } from "../../workflows/definition/field.ts";
import type { Fields } from "../../workflows/definition/graph.ts";
import type { FieldValues } from "../../workflows/definition/stored-values.ts";
import { executeWorkflow } from "./execute-workflow.ts";

/** What asking data sources for options needs. */
export type OptionDeps = InvokeDeps &
  Pick<Deps, "optionCache" | "plans" | "work" | "config" | "tracer" | "usageCaps">;

const MOST_OPTIONS = 1000;
const LONGEST_TEXT = 1000;

/** A query to a data source: the options of a field of a config, whose clear values its input may refer to. */
export interface OptionsRequest {
  readonly slug: string;
  /** The connection to ask with; undefined: the default one. */
  readonly connectionId?: string | undefined;
  readonly configId: string;
  /** Id of the field. */
  readonly field: string;
  readonly source: DataSource;
  readonly values: FieldValues;
  /** Left side of the condition whose right side or operator is queried. */
  readonly lhs?: string;
}

/** A data source's options, or the reason in plain words why there are none. */
export type OptionsAnswer = { readonly options: FieldOption[] } | { readonly problem: string };

/** The input of a data source; undefined while a field that it refers to has no value. */
export function buildSourceInput({
  source,
  values,
  lhs,
  field,
  configId,
}: OptionsRequest): Fields | undefined {
  if (source.type === "workflow")
    return { field, config_id: configId, values, ...(lhs !== undefined && { lhs }) };
  const { paths, render } = compileTemplate(source.input ?? {});
  const roots = { fields: values, lhs };
  if (paths.some((path) => findValueAt(roots, path) === undefined)) return undefined;
  // An object renders to an object; an empty one to nothing.
  return (render(roots) ?? {}) as Fields;
}

/** Queries a data source, for at most `limitMs`; never throws for expected failures. */
export async function fetchOptions(
  deps: OptionDeps,
  scope: AccountScope,
  { question, input }: { question: OptionsRequest; input: Fields },
  limitMs: number,
): Promise<OptionsAnswer> {
  try {
    const look = (signal: AbortSignal) => ask(deps, scope, { question, input, limitMs, signal });
    const list = await within(limitMs, look, () => {
      throw new LookupTimeoutError();
    });
    const options = parseOptions(list)?.filter(isChoosable).slice(0, MOST_OPTIONS);
    if (options === undefined) return { problem: "Its data source did not return a list of {name, value}." };
    return { options: options.map(({ name, value }) => ({ name: name.slice(0, LONGEST_TEXT), value })) };
  } catch (error) {
    const problem = problemOf(error, limitMs);
    if (problem !== undefined) return { problem };
    deps.log.error({ err: error, slug: question.slug, field: question.field }, "options.failed");
    return { problem: "Its options could not be loaded." };
  }
}

/** The problem of a data source with invalid templates; undefined for any other error. */
export function toTemplateProblem(error: unknown): string | undefined {
  return error instanceof TemplateError ? `The input of its data source: ${error.message}.` : undefined;
}

class SourceError extends Error {
  override readonly name = "SourceError";
}

class LookupTimeoutError extends Error {
  override readonly name = "LookupTimeoutError";
}

interface OptionsLookup {
  readonly question: OptionsRequest;
  readonly input: Fields;
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

function ask(deps: OptionDeps, scope: AccountScope, asked: OptionsLookup): Promise<Json> {
  const { source } = asked.question;
  if (source.type === "workflow") return askWorkflow(deps, scope, source.workflow_id, asked);
  if (source.type === "action") return askAction(deps, scope, { ...asked, source });
  return askList(deps, scope, { ...asked, source });
}

async function askList(
  deps: OptionDeps,
  scope: AccountScope,
  {
    question: { slug, connectionId },
    source: { list },
    input,
    signal,
  }: OptionsLookup & { source: Extract<DataSource, { type: "options" }> },
): Promise<Json> {
  const options = await fetchProviderOptions(deps, scope, { slug, connectionId, list, input, signal });
  return options.map(({ name, value }) => ({ name, value }));
}

async function askWorkflow(
  deps: OptionDeps,
  scope: AccountScope,
  workflow: string,
  { question: { configId }, input, limitMs, signal }: OptionsLookup,
): Promise<Json> {
  const executionType = "SYNC";
  const call = { workflow, slug: undefined, configId, input, executionType } as const;
  const runId = await executeWorkflow(deps, scope, call);
  const run = await waitForAnswer(deps, scope, runId, { limitMs, signal });
  if (!run) throw new LookupTimeoutError();
  if (run.responded_at || run.status === "COMPLETED") return run.response;
  throw new SourceError(run.error?.message ?? `The workflow of its data source ended as ${run.status}.`);
}

async function askAction(
  deps: OptionDeps,
  scope: AccountScope,
  {
    question: { slug, connectionId },
    source,
    input,
    signal,
  }: OptionsLookup & { source: Extract<DataSource, { type: "action" }> },
): Promise<Json> {
  const application = await findApplication(deps, scope, slug);
  const action = application?.connector.info.actions.find(({ id }) => id === source.action);
  if (action && !action.hints.readOnly)
    throw new SourceError(`The action ${source.action} changes something, so it cannot be a data source.`);
  const cause = { kind: "options" } as const;
  const call = { slug, connectionId, actionId: source.action, input, signal, cause };
  const result = await invokeAction(deps, scope, call);
  const items = source.items === undefined ? result : at(result, source.items);
  if (!Array.isArray(items)) return null;
  return items.map((item) => ({
    name: toText(at(item, source.name)) || toText(at(item, source.value)),
    value: at(item, source.value) ?? null,
  }));
}

function at(value: Json, path: string): Json | undefined {
  return findValueAt({ value }, ["value", ...path.split(".")]);
}

function isChoosable({ value }: FieldOption): boolean {
  if (typeof value === "string") return value.length <= LONGEST_TEXT;
  return isNumber(value) || typeof value === "boolean";
}

/** The messages of these errors are for customers; undefined for a defect of ours. */
function problemOf(error: unknown, limitMs: number): string | undefined {
  if (error instanceof LookupTimeoutError)
    return `Its data source did not respond within ${limitMs / 1000} s.`;
  if (error instanceof ApiError && error.kind === "not_found")
    return "The workflow of its data source does not exist or is not published.";
  if (error instanceof ConnectorError || error instanceof SourceError || error instanceof ApiError)
    return error.message;
  return toTemplateProblem(error);
}
