import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";

interface PromptTask {
  readonly prompt: Prompt;
  write(args: Readonly<Record<string, string>>): string;
}

const argument = (name: string, description: string, required = true) => ({ name, description, required });

const TASKS: readonly PromptTask[] = [
  {
    prompt: {
      name: "explain_failure",
      title: "Explain a failed execution",
      description: "Finds out why an execution failed, and how to fix it.",
      arguments: [argument("execution_id", "The execution that failed.")],
    },
    write: ({ execution_id }) =>
      `Find out why the execution ${execution_id} failed. Read it with get_execution, then the node that failed with node_id, and what went into it. Say in a few sentences which node failed, why, and who can repair it: the customer (a connection, a permission), the workflow's author (a mapping, a setting), or the other application. Where list_connections says that the connection is broken, say so. Propose a replay only if what failed is likely to succeed now, and do not replay before I agree.`,
  },
  {
    prompt: {
      name: "check_account",
      title: "Check a customer's integrations",
      description: "Looks at the connections and the latest executions of a linked account.",
      arguments: [argument("linked_account_id", "Your own id for the customer.")],
    },
    write: ({ linked_account_id }) =>
      `Check the integrations of the linked account ${linked_account_id}. Read get_account, list_connections, and list_executions with the status ERRORED for it. Tell me which connections must be reconnected, which workflows fail and since when, and whether failures have a common cause. Group related problems, and name execution ids. Change nothing.`,
  },
  {
    prompt: {
      name: "draft_workflow",
      title: "Draft a workflow",
      description: "Turns a description into a draft that a person can review and publish.",
      arguments: [
        argument("goal", "What starts the workflow, and what it should do."),
        argument("application", "The application's slug, where there is one.", false),
      ],
    },
    write: ({ goal, application }) =>
      `Draft a workflow: ${goal}${application ? ` It is for the application ${application}; read get_application and get_action for its triggers and actions.` : ""} Read list_node_types for the nodes that you need, write the nodes and edges, and repeat validate_workflow until it is publishable. Then call draft_workflow, try it with test_workflow if I name a linked account, give me the draft's id, and say in a list what each node does and what I must check before I publish it.`,
  },
];

/** Prompts for what developers often ask their agents. */
export function listManagementPrompts(): Prompt[] {
  return TASKS.map(({ prompt }) => prompt);
}

/** One of them, rendered. Throws for an unknown one, and for missing arguments. */
export function renderManagementPrompt(
  name: string,
  args: Readonly<Record<string, string>> = {},
): GetPromptResult {
  const task = TASKS.find(({ prompt }) => prompt.name === name);
  if (!task) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`);
  const missing = task.prompt.arguments?.find((one) => one.required && !args[one.name]?.trim());
  if (missing)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${missing.name} is missing.`);
  return {
    description: task.prompt.description,
    messages: [{ role: "user", content: { type: "text", text: task.write(args) } }],
  };
}
