import { renderValue } from "../matching/compare.ts";
import { describeCall } from "./compare-then.ts";
import type { Observation, SeenExecution } from "./observe.ts";

const SIGNS: { readonly [status: string]: string } = { Success: "✓", Ready: "·", Waiting: "…" };

/** What happened in a step, for people: executions with their steps, requests, webhooks. */
export function describeObservation({ executions, calls, webhooks }: Observation): string[] {
  return [
    ...executions.flatMap(describeExecution),
    ...(executions.length === 0 ? ["No execution ran."] : []),
    ...(calls.length === 0 ? ["No third party was called."] : ["Calls:"]),
    ...calls.map((call) => `  ${describeCall(call)}${call.isUnanswered ? "  (no answer is given)" : ""}`),
    ...(webhooks.length === 0 ? [] : ["Webhooks:"]),
    ...webhooks.map(({ event, status, payload }) => `  ${event} (${status}) ${renderValue(payload)}`),
  ];
}

function describeExecution({ workflow, record, response }: SeenExecution): string[] {
  const { status, linked_account_id: account, waiting_for: waits, execution_error: error } = record;
  const result = response === undefined ? "" : `, response ${renderValue(response)}`;
  return [
    `Execution of "${workflow.alias ?? workflow.name}" for ${account}: ${status}${result}`,
    ...(error ? [`  ${error.code}: ${error.message}`] : []),
    ...waits.map(({ message, until }) => `  ${message}${until === undefined ? "" : ` (until ${until})`}`),
    ...record.nodes.map(describeNode),
  ];
}

function describeNode(node: SeenExecution["record"]["nodes"][number]): string {
  const { node_id: id, node_name: name, node_status: status, latest_output: output, error } = node;
  const title = name === id || name === "" ? id : `${id} (${name})`;
  const outcome = error
    ? ` ${error.code}: ${error.message}`
    : output === null
      ? ""
      : ` ${renderValue(output)}`;
  return `    ${SIGNS[status] ?? "✗"} ${title}: ${status}${outcome}`;
}
