import { type Static, Type } from "typebox";
import { type AuthInfo, needsConnection } from "../../apps/connector-auth.ts";
import { findConnections } from "../../apps/store.ts";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../platform/database/database.ts";
import { parseActionName } from "../../workflows/definition/action-name.ts";
import { findApplications } from "../../workflows/definition/applications.ts";
import type { WorkflowNode } from "../../workflows/definition/graph.ts";
import { getChosenConnection } from "../../workflows/definition/stored-values.ts";
import { getNodeId } from "../node-at.ts";
import type { RunWithAccount } from "../store.ts";
import type { RunError } from "../table.ts";

const ACTIONS = [
  "connect",
  "reconnect",
  "replay",
  "replay_later",
  "edit_input",
  "edit_workflow",
  "raise_limit",
  "enable_application",
  "set_up_application",
  "report",
] as const;
type Action = (typeof ACTIONS)[number];

/** What to do about a failure. */
export const Advice = Type.Object({
  action: Type.Enum(ACTIONS, {
    description:
      "`connect`: the linked account has yet to connect; `edit_input`: replay with other values; `raise_limit`: a limit of the workflow or the server; `set_up_application`: the application itself is set up wrongly; `report`: a fault of the server; see its log.",
  }),
  message: Type.String({ description: "The reason, in plain language." }),
  node_id: Type.Optional(Type.String({ description: "The node concerned." })),
  application: Type.Optional(Type.String({ description: "Slug of the application concerned." })),
  connection_id: Type.Optional(Type.String({ description: "The linked account's connection concerned." })),
});

const EDIT =
  "Correct this step in the workflow, publish it, then replay from here with the published version.";
const SMALLER = "Request fewer fields or smaller pages, or process the items in a loop.";
// Failures without a status were refused before anything was sent.
const NOT_SENT: readonly [Action, string] = [
  "edit_input",
  "Junctor did not send this to %, because the input does not fit the action. Replay from here with values that fit, or correct the step in the workflow.",
];
const UNREACHABLE = "The URL could not be reached. Replay when it is available again.";
const OUTSIDE = "Check the URL in this step; the operator of Junctor decides which addresses may be called.";
const TIME = "Find out what takes so long, or allow more time in the workflow's settings.";
const FAULT =
  "This is a fault of the server. Replay; if it fails again, search the server's log for the execution's id.";

// The customer has no connection that could be renewed.
const REFUSED_WITHOUT_SIGN_IN: readonly [Action, string] = [
  "set_up_application",
  "% refused the request, although it is set up without sign-in. Choose how customers sign in under its Setup, have the customer connect it, then replay from here.",
];
const REFUSED_YOUR_APP: readonly [Action, string] = [
  "replay",
  "% lacks or refused the credentials that you store for this customer (`your_app.auth_credentials`). Set them through the API, then replay from here.",
];
const FORBIDDEN =
  "% does not allow this with the customer's connection. Have the customer connect % again with an account that may do it, or correct this step; then replay from here.";
const BLOCKED_ADDRESS: readonly [Action, string] = [
  "set_up_application",
  "The address of % may not be called. Check it in the application, or in what the customer entered to connect; the operator of Junctor decides which addresses may be called.",
];

/** By code of the failure; `%` is the application's name, `@` the customer's. */
const BY_CODE: Readonly<Record<string, readonly [Action, string]>> = {
  NOT_CONNECTED: ["connect", "@ has not connected %. Send a connect link, then replay from here."],
  AUTH: [
    "reconnect",
    "% no longer accepts the connection. Have the customer connect % again, then replay from here.",
  ],
  CONNECTION_REMOVED: [
    "edit_input",
    "The connection to % that was chosen for this workflow has been removed. Have the customer choose another one, then replay with the current settings.",
  ],
  NOT_RECONNECTED: [
    "reconnect",
    "The customer did not connect % again in time. Send a reconnect link, then replay from here.",
  ],
  RATELIMIT: [
    "replay_later",
    "% accepts no more requests for now. Replay later; if it happens often, limit how many executions of the workflow run at once.",
  ],
  USAGE_LIMIT: [
    "replay_later",
    "@ has reached a limit of its plan. Replay from here after the reset, or raise the limit.",
  ],
  REMOTE: ["replay_later", "% did not respond as expected. Replay when it works again."],
  INPUT: [
    "edit_input",
    "% did not accept the values. Compare the input of this step with the message, then replay from here with other values or correct the step.",
  ],
  TIMEOUT: ["replay_later", "There was no response in time. Replay, or raise the step's time limit."],
  CONNECT: ["replay_later", UNREACHABLE],
  DNS: ["edit_workflow", "The host name was not found. Check the URL in this step, then replay from here."],
  TLS: ["replay_later", "The host's certificate was refused. Replay once its owner has fixed it."],
  BLOCKED: ["edit_workflow", OUTSIDE],
  INVALID_URL: ["edit_workflow", OUTSIDE],
  REDIRECT: ["edit_workflow", OUTSIDE],
  NODE_TIMEOUT: ["raise_limit", `This step took too long. ${TIME}`],
  TIMED_OUT: ["raise_limit", `The execution took too long. ${TIME}`],
  WAIT_TIMEOUT: ["replay", "Nobody answered in time. Replay from here to ask again."],
  TOO_LARGE: ["edit_workflow", SMALLER],
  FILES_FULL: ["raise_limit", "There is no room for further files. Replay once older ones are deleted."],
  FILE_UNAVAILABLE: [
    "replay_later",
    "A file could not be read just now. Replay when its storage works again.",
  ],
  RESULT_TOO_LARGE: ["edit_workflow", SMALLER],
  RESULTS_TOO_LARGE: ["edit_workflow", SMALLER],
  RESULT_TOO_MANY_VALUES: ["edit_workflow", SMALLER],
  TOO_MANY_ITEMS: ["edit_workflow", SMALLER],
  SUB_FLOW: ["edit_workflow", "The workflow that this step called failed. Open that execution to see why."],
  NO_CONFIG: ["edit_input", "The customer's config is missing. Save it, then replay."],
  TERMINATED: [
    "edit_input",
    "The workflow ended the execution with this failure. The message says what to do.",
  ],
  INTERNAL_ERROR: ["report", FAULT],
  INTERRUPTED: ["report", FAULT],
  UNKNOWN_VERSION: ["report", FAULT],
};

type AdviceDeps = Pick<Deps, "database" | "db" | "catalog" | "log">;

/** What to do about a run that failed, or waits for its account to reconnect; undefined if there is nothing to do. */
export async function findAdvice(
  deps: AdviceDeps,
  run: RunWithAccount,
  nodes: readonly WorkflowNode[],
): Promise<Static<typeof Advice> | undefined> {
  const { parked_slug: slug, parked_node: parkedNode, error } = run;
  if (run.parked_at && slug) {
    const message = `Have the customer connect ${(await lookUp(deps, run, slug)).name} again; the execution then resumes automatically.`;
    const at = parkedNode === null ? {} : { node_id: parkedNode };
    return { action: "reconnect", message, ...at, ...(await connectionOf(deps, run, slug)) };
  }
  if (!error) return undefined;
  const nodeId = failedNode(error);
  const at = nodeId === undefined ? {} : { node_id: nodeId };
  const application = slugAt(run, nodes, nodeId);
  const sentence = (auth?: AuthInfo) => (auth && sentenceForApplication(error, auth)) ?? sentenceFor(error);
  if (!application) return { ...(await fillIn(deps, run, sentence(), "The application")), ...at };
  const { name, isEnabled, auth } = await lookUp(deps, run, application);
  const about = await connectionOf(deps, run, application);
  if (isEnabled) return { ...(await fillIn(deps, run, sentence(auth), name)), ...at, ...about };
  const message = `${name} does not exist or is not enabled. Enable it, then replay from here.`;
  return { action: "enable_application", message, ...at, ...about };
}

/** The application whose action the node runs. */
function slugAt(run: RunWithAccount, nodes: readonly WorkflowNode[], nodeId: string | undefined) {
  const node = nodes.find(({ id }) => id === nodeId);
  return node?.type === "action" ? parseActionName(node.action ?? "", run.slug)?.slug : undefined;
}

async function lookUp(deps: AdviceDeps, run: RunWithAccount, slug: string) {
  const found = (await findApplications(deps, scopeOf(run), new Set([slug]))).get(slug);
  const info = found?.connector.info;
  return { name: info?.name ?? slug, isEnabled: found?.enabled ?? false, auth: info?.auth };
}

async function connectionOf({ database }: AdviceDeps, run: RunWithAccount, application: string) {
  const account = { id: run.account_id, accountId: run.accountId };
  const chosen = getChosenConnection(run.settings.connections, application);
  const [first] = await findConnections(database, { ...scopeOf(run), account }, application, chosen);
  return { application, ...(first && { connection_id: first.id }) };
}

function scopeOf({ org_id: orgId, environment }: RunWithAccount) {
  return { orgId, environment };
}

/** The innermost node. */
function failedNode({ path, nodeId }: RunError): string | undefined {
  return path === undefined ? nodeId : getNodeId(path.split("/").at(-1) ?? "");
}

async function fillIn(
  { db }: AdviceDeps,
  run: RunWithAccount,
  [action, text]: readonly [Action, string],
  application: string,
) {
  const customer = text.includes("@") ? await findCustomerName(db, run) : "";
  return { action, message: text.replace(/[%@]/g, (mark) => (mark === "%" ? application : customer)) };
}

async function findCustomerName(db: Db, { account_id: id, org_id: orgId, accountId }: RunWithAccount) {
  const account = await db
    .selectFrom("linked_accounts")
    .select("name")
    .where("org_id", "=", orgId)
    .where("id", "=", id)
    .executeTakeFirst();
  return account?.name || accountId;
}

/** What is different where the step calls an application. */
function sentenceForApplication(
  { code, status }: RunError,
  auth: AuthInfo,
): readonly [Action, string] | undefined {
  if (code === "BLOCKED") return BLOCKED_ADDRESS;
  if (code === "AUTH" && auth.yourApp !== undefined) return REFUSED_YOUR_APP;
  if (code === "AUTH" && !needsConnection(auth)) return REFUSED_WITHOUT_SIGN_IN;
  if (status !== 403) return undefined;
  if (code === "AUTH") return ["reconnect", FORBIDDEN];
  return code === "INPUT" && needsConnection(auth) ? ["edit_input", FORBIDDEN] : undefined;
}

function sentenceFor({ code, status }: RunError): readonly [Action, string] {
  if (code === "HTTP_STATUS") return forStatus(status ?? 0);
  if (code === "INPUT" && status === undefined) return NOT_SENT;
  return (Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined) ?? ["edit_workflow", EDIT];
}

function forStatus(status: number): readonly [Action, string] {
  if (status === 401 || status === 403)
    return [
      "edit_workflow",
      "The server at this URL refused the credentials of this step. Correct them, then replay from here.",
    ];
  if (status === 429)
    return ["replay_later", "The server at this URL accepts no more requests for now. Replay later."];
  if (status === 408 || status >= 500)
    return ["replay_later", "The server at this URL failed. Replay when it works again."];
  return [
    "edit_input",
    "The server at this URL refused the request. Compare the input of this step with the response, then replay from here with other values or correct the step.",
  ];
}
