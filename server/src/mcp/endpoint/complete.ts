import {
  type CompleteRequestParams,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { ProviderOption } from "../../apps/connector.ts";
import type { Deps } from "../../deps.ts";
import { createId } from "../../platform/id.ts";
import { listRuns } from "../../runs/read/list.ts";
import { UsageLimitError } from "../../usage/plans/refusal.ts";
import type { Tool } from "../tools/tool.ts";
import { EXECUTIONS, listResourceTemplates } from "./resources.ts";
import type { Session } from "./session.ts";

type CompletionDeps = Pick<Deps, "db" | "promptsOf" | "takeUsage">;

/** The protocol's own limit for one answer. */
const MOST_VALUES = 100;

/**
 * `completion/complete`: values for the argument of a prompt, from the option list of the tools' argument of that name,
 * and for the id in the URI of an execution. Throws for an unknown prompt, template or argument (D586).
 */
export async function findCompletions(
  deps: CompletionDeps,
  session: Session,
  { ref, argument, context }: CompleteRequestParams,
): Promise<CompleteResult> {
  if (ref.type === "ref/resource") {
    if (!listResourceTemplates().some(({ uriTemplate }) => uriTemplate === ref.uri) || argument.name !== "id")
      throw refused(`There is no resource template ${ref.uri} with an argument ${argument.name}.`);
    const ids = ref.uri === `${EXECUTIONS}/{id}` ? await listExecutionIds(deps, session) : [];
    return toCompletion(ids.filter((id) => id.startsWith(argument.value)));
  }
  const { prompt } = deps.promptsOf(session.server).get(ref.name) ?? {};
  if (!prompt?.arguments?.some(({ name }) => name === argument.name))
    throw refused(`There is no prompt ${ref.name} with an argument ${argument.name}.`);
  const options = await listPromptOptions(deps, session, argument.name, context?.arguments ?? {});
  const typed = argument.value.toLowerCase();
  return toCompletion(
    options
      .map(({ name, value }) => ({ name, text: String(value) }))
      .filter(({ name, text }) => `${text}\n${name}`.toLowerCase().includes(typed))
      .map(({ text }) => text),
  );
}

function refused(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message.slice(0, 500));
}

function toCompletion(values: readonly string[]): CompleteResult {
  const shown = values.slice(0, MOST_VALUES);
  return { completion: { values: shown, total: values.length, hasMore: shown.length < values.length } };
}

async function listExecutionIds({ db }: CompletionDeps, { scope }: Session): Promise<string[]> {
  const page = { page: 1, limit: MOST_VALUES, offset: 0 };
  const { rows } = await listRuns(db, scope, { account: scope.account }, page);
  return rows.map(({ id }) => id);
}

/** None if the account cannot ask now: completions are help while typing, and have no errors to act on. */
async function listPromptOptions(
  deps: CompletionDeps,
  session: Session,
  name: string,
  args: Readonly<Record<string, string>>,
): Promise<readonly ProviderOption[]> {
  const found = findOnlyList([...session.toolbox.tools.values()], name);
  if (found?.options === undefined) return [];
  const { options, list } = found;
  if (options.needs(list).some((needed) => !args[needed])) return [];
  const { scope, gone } = session;
  try {
    await deps.takeUsage(scope, "mcp_calls");
  } catch (error) {
    if (error instanceof UsageLimitError) return [];
    throw error;
  }
  const outcome = await options.read({ id: createId(), scope, args, gone }, list);
  return outcome.kind === "options" ? outcome.options : [];
}

/** The list that all tools with an argument of this name take its values from; undefined if they are several. */
function findOnlyList(tools: readonly Tool[], name: string) {
  const uses = tools.flatMap(({ options, optionFields, origin }) => {
    const list = optionFields?.get(name);
    return list === undefined ? [] : [{ options, list, key: `${origin?.logged.slug}/${list}` }];
  });
  return new Set(uses.map(({ key }) => key)).size === 1 ? uses[0] : undefined;
}
