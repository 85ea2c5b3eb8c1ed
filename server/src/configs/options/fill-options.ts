import { findApplication } from "../../apps/catalog/application.ts";
import { listConnectionsTo } from "../../apps/store.ts";
import type { AccountScope } from "../../auth/scope.ts";
import { isObject } from "../../platform/json/json.ts";
import { parseDataSource } from "../../workflows/definition/data-source.ts";
import {
  type Column,
  type Field,
  type FieldOption,
  getMapping,
  getRuleColumns,
} from "../../workflows/definition/field.ts";
import {
  type FieldValues,
  getChosenConnection,
  getEffectiveValues,
  hasParentValue,
  isPassword,
} from "../../workflows/definition/stored-values.ts";
import type { ConfigView, FieldError } from "../schema.ts";
import type { ConfigChoice, ConfigRow } from "../store.ts";
import type { OptionDeps } from "./look-up-options.ts";
import {
  buildSourceInput,
  fetchOptions,
  type OptionsAnswer,
  type OptionsRequest,
  toTemplateProblem,
} from "./look-up-options.ts";
import { buildCacheKey, readCachedAnswer } from "./option-cache.ts";

const LIMIT_MS = 10_000;
/** The maximum number of lookups in one read of a config. */
const MOST_QUESTIONS = 20;

/** How options are looked up: not at all with `skip`; each for at most `limitMs`, 10 s by default. */
export interface LookupLimits {
  readonly skip?: boolean;
  readonly limitMs?: number;
}

/** Queries the data sources of one config; undefined if a field that one refers to has no value yet. */
export type AskSource = (
  question: Pick<OptionsRequest, "field" | "source" | "values" | "lhs" | "connectionId">,
) => Promise<OptionsAnswer | undefined>;

/** A field with its options, and why they could not be looked up. */
export interface FilledField {
  readonly field: Field;
  readonly problem?: string;
}

/**
 * A config whose fields have the options of their data sources, all queried at once (platform-surface 4.5); failures
 * are among the errors, and their fields have no options. Call it with no transaction open.
 */
export async function fetchConfigOptions(
  deps: OptionDeps,
  scope: AccountScope,
  view: ConfigView,
  looking: LookupLimits = {},
): Promise<{ view: ConfigView; errors: FieldError[] }> {
  const ask = createOptionSource(deps, scope, view.row, looking);
  const shared = getClearValues(view.fields, view.row.fields);
  const fill = (fields: readonly Field[], stored: FieldValues, values: FieldValues, workflowId?: string) => {
    const source = withChosenConnection(ask, view, workflowId);
    return Promise.all(fields.map((field) => fetchFieldOptions(source, field, { fields, stored, values })));
  };
  const [ofApplication, ...ofWorkflows] = await Promise.all([
    fill(view.fields, view.row.fields, shared),
    ...view.workflows.map(({ id, fields }) => {
      const stored = getChoice(view, id).fields;
      return fill(fields, stored, { ...shared, ...getClearValues(fields, stored) }, id);
    }),
  ]);
  const filled = [ofApplication ?? [], ...ofWorkflows];
  return {
    view: {
      ...view,
      fields: (ofApplication ?? []).map(({ field }) => field),
      workflows: view.workflows.map((workflow, index) => ({
        ...workflow,
        fields: (ofWorkflows[index] ?? []).map(({ field }) => field),
      })),
    },
    errors: filled.flat().flatMap(({ field: { id, name }, problem }) => {
      return problem === undefined ? [] : [{ id, name, error: { message: problem } }];
    }),
  };
}

/** Queries a config's data sources: no question is asked twice, and at most 20 are asked. */
export function createOptionSource(
  deps: OptionDeps,
  scope: AccountScope,
  { slug, config_id: configId }: Pick<ConfigRow, "slug" | "config_id">,
  { skip = false, limitMs = LIMIT_MS }: LookupLimits,
): AskSource {
  const asked = new Set<string>();
  let answering: Promise<unknown[]> | undefined;
  return async (about) => {
    if (skip) return undefined;
    const question: OptionsRequest = { ...about, slug, configId };
    try {
      const input = buildSourceInput(question);
      if (input === undefined) return undefined;
      answering ??= answeringNow(deps, scope, slug);
      const { orgId, environment, account } = scope;
      const key = buildCacheKey([
        orgId,
        environment,
        account.id,
        slug,
        await answering,
        question.connectionId,
        question.source,
        input,
      ]);
      asked.add(key);
      if (asked.size > MOST_QUESTIONS && ![...asked].slice(0, MOST_QUESTIONS).includes(key))
        return {
          problem: `This config has more than ${MOST_QUESTIONS} data sources: read this field by itself.`,
        };
      return await readCachedAnswer(deps, key, () => fetchOptions(deps, scope, { question, input }, limitMs));
    } catch (error) {
      const problem = toTemplateProblem(error);
      if (problem === undefined) throw error;
      return { problem };
    }
  };
}

/**
 * One field with the options of its data sources; a field whose parent has no value has none (platform-surface 4.5).
 */
export async function fetchFieldOptions(
  ask: AskSource,
  field: Field,
  { fields, stored, values }: { fields: readonly Field[]; stored: FieldValues; values: FieldValues },
): Promise<FilledField> {
  const problems: string[] = [];
  const isOpen = hasParentValue(fields, stored, field);
  const choices = async (column: Pick<Column, "options" | "source">): Promise<FieldOption[] | undefined> => {
    if (!isOpen) return column.options || column.source ? [] : undefined;
    if (column.source === undefined) return column.options;
    const answer = await ask({ field: field.id, source: column.source, values });
    if (answer && "problem" in answer) problems.push(answer.problem);
    return answer && "options" in answer ? answer.options : [];
  };
  const { lhs, rhs } = getMapping(field);
  const [options, left, right, rules] = await Promise.all([
    choices({ options: field.options, source: parseDataSource(field.data_source) }),
    choices(lhs),
    choices(rhs),
    choices(getRuleColumns(field).lhs),
  ]);
  const mapping = withOptions(withOptions(field.mapping, "lhs", left), "rhs", right);
  const rule_columns = withOptions(field.rule_columns, "lhs", rules);
  return { field: { ...field, options, mapping, rule_columns }, problem: problems[0] };
}

/** Asks with the connection that a workflow of the config uses; without a workflow with that of the config. */
export function withChosenConnection(
  ask: AskSource,
  view: ConfigView,
  workflowId: string | undefined,
): AskSource {
  const ofWorkflow = workflowId === undefined ? {} : getChoice(view, workflowId).connections;
  const connectionId = getChosenConnection({ ...view.row.connections, ...ofWorkflow }, view.row.slug);
  return connectionId === undefined ? ask : (question) => ask({ ...question, connectionId });
}

/** What a config has stored for one workflow. */
export function getChoice({ choices }: ConfigView, workflowId: string): Omit<ConfigChoice, "enabled"> {
  return choices.get(workflowId) ?? { fields: {}, secrets: {}, connections: {} };
}

/** The values that data sources can read: those of a run, without passwords. */
export function getClearValues(fields: readonly Field[], stored: FieldValues): FieldValues {
  const secret = new Set(fields.filter(isPassword).map(({ id }) => id));
  const entries = Object.entries(getEffectiveValues(fields, stored));
  return Object.fromEntries(entries.filter(([id]) => !secret.has(id)));
}

/** An account's choices change with its connections, and with the application that is queried. */
async function answeringNow(deps: OptionDeps, scope: AccountScope, slug: string): Promise<unknown[]> {
  const [application, rows] = await Promise.all([
    findApplication(deps, scope, slug),
    listConnectionsTo(deps.db, scope, slug),
  ]);
  const { id, own, connector } = application ?? {};
  return [
    [id, own?.revision, connector?.info.version],
    ...rows.map((row) => [row.id, row.connected_at.toISOString(), row.is_default]),
  ];
}

/** `columns` with the options of one of them, if it is declared. */
function withOptions(
  columns: Field["mapping"],
  name: string,
  options: FieldOption[] | undefined,
): Field["mapping"] {
  if (!isObject(columns) || options === undefined) return columns;
  const column = columns[name];
  if (!isObject(column)) return columns;
  const list = options.map(({ name: shown, value }) => ({ name: shown, value }));
  return { ...columns, [name]: { ...column, options: list } };
}
