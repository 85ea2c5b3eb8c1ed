import { countOf } from "./count-of.ts";

/** The copy of making, changing and connecting MCP servers. */
export const SERVERS = {
  new: "New server",
  newTitle: "New MCP server",
  create: "Create server",
  createInProduction: "Create in production",
  created: "The server was created",
  edit: "Edit",
  editTitle: "Edit MCP server",
  save: "Save server",
  saveInProduction: "Save in production",
  saved: "The server was saved",
  unsaved: "Unsaved changes",

  name: "Name",
  nameHelp: "Assistants and customers see it.",
  nameNeeded: "Give it a name.",
  description: "Description",
  descriptionHelp: "What it is for: assistants read it as instructions, customers when they allow one.",
  whom: "Offered to",
  whoms: { all: "All customers", one: "One customer" },
  whomHelp:
    "A server of one customer is that customer's own: nobody else sees it, and the customer may change it.",
  customerNeeded: "Choose the customer.",
  ownOf: (account: string) => `Only for ${account}`,
  forAll: "All customers",

  tools: "Tools",
  toolsHelp: "Each is an action of an application, with the customer's connection, or a workflow.",
  addTools: "Add tools",
  noTools: "No tools yet: assistants could only read how executions stand.",
  tool: "Tool",
  calls: "Calls",
  tokens: "Tokens",
  policyOf: (tool: string) => `Calls of ${tool}`,
  policies: {
    default: "As safe mode says",
    allow: "At once",
    ask: "Wait for an approval",
    deny: "Not offered",
  },
  change: "Change",
  rename: (tool: string) => `Name and describe ${tool}`,
  remove: (tool: string) => `Remove ${tool}`,
  findTool: "Find a tool",
  moreTools: (count: number) => `${countOf(count, "more tool", "more tools")}: find them by name.`,
  cost: (tools: number, tokens: string) => `${countOf(tools, "tool", "tools")}, about ${tokens} tokens`,
  costBelow: (budget: string) =>
    `Assistants read the whole list. Above ${budget} tokens they would have to search in it.`,
  costAbove: (budget: string) =>
    `More than ${budget} tokens: assistants find tools by search, which takes them further calls.`,
  costLabel: "Tokens of the list of tools",
  notOffered: "Not offered",
  safeMode: "Safe mode",
  safeModeHelp:
    "Calls that do not only read wait until a person approves them, unless the tool says otherwise.",

  pickTitle: "Add tools",
  pickFrom: "From",
  workflows: "Workflows",
  pickChoose: "Choose an application",
  pickFind: "Find by name",
  pickNone: "Nothing here has this name.",
  pickNoActions: "This application has no actions.",
  pickNoWorkflows: "No published workflow has this name.",
  pickEnabledOnly: "Applications that are not enabled are not listed.",
  pickTool: (name: string) => `Offer ${name}`,
  pickAll: "Offer all that are shown",
  picked: (count: number) => `${countOf(count, "tool", "tools")} in all`,
  pickMore: (count: number) => `${count.toLocaleString("en")} more: find them by name.`,
  tags: { read: "Reads", write: "Writes", destructive: "Destroys" },
  done: "Done",

  toolTitle: "Name and description",
  toolName: "Name of the tool",
  toolNameHelp: "What assistants call. Made from application and action if empty.",
  toolLabel: "Title",
  toolLabelHelp: "What people see who approve its calls. That of the action or workflow if empty.",
  toolText: "Description",
  toolTextHelp: "What assistants read. That of the action or workflow if empty.",
  badToolName: "1 to 64 letters, digits, _ and -",
  apply: "Apply",

  prompts: "Prompts",
  promptsHelp: "What assistants offer to begin with. {{ name }} in a prompt is asked for.",
  promptName: (number: number) => `Name of prompt ${number}`,
  prompt: (number: number) => `Prompt ${number}`,
  promptNamePlaceholder: "Open deals",
  promptPlaceholder: "Which deals of {{ company }} are open?",
  addPrompt: "Add a prompt",
  removePrompt: (number: number) => `Remove prompt ${number}`,
  promptNeeded: "A prompt has a name and a text.",
  basePrompt: "Instructions",
  basePromptHelp: "Assistants read them after the description, and before each chain.",
  kept: (chains: number, resources: number) =>
    `It also has ${countOf(chains, "chain", "chains")} and ${countOf(resources, "resource", "resources")}, which are changed by the API.`,
  agentName: "Name of the agent",
  agentNameHelp: "For pages of your own.",
  color: "Colour",
  pickColor: "Pick a colour from the screen",
  colorHelp: "Of the pages on which customers allow assistants and decide on calls.",

  delete: "Delete",
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: (assistants: number, tokens: number, where: string) => {
    const losing = [
      ...(assistants > 0 ? [countOf(assistants, "assistant", "assistants")] : []),
      ...(tokens > 0 ? [`agents with ${countOf(tokens, "token", "tokens")}`] : []),
    ];
    const lost =
      losing.length === 0 ? "No assistant has access." : `Access ends at once for ${losing.join(" and ")}.`;
    return `${lost} Calls that wait for an approval are not made; the log of its calls stays. This is in ${where} and cannot be undone.`;
  },
  removeCounting: "Counting who has access…",
  removeAction: "Delete server",
  removed: "The server was deleted",

  seenBy: "As a customer sees it",
  changedBy: (account: string, fields: string) => `${account} has changed ${fields} for itself.`,
  changedByTitle: "This customer's own changes",
  drop: "Drop these changes",
  dropText: (account: string, where: string) =>
    `${account} sees the server in ${where} as you have made it. Its own changes cannot be brought back.`,
  dropTitle: "Drop the customer's changes?",
  dropped: "The changes were dropped",
} as const;

/** The copy of connecting assistants. */
export const CONNECT = {
  address: "Address",
  intro:
    "Customers add the address to their assistant. They sign in, see who asks, and allow it for their own account.",
  atProduct: (url: string) => `They sign in at ${url}.`,
  withCode: "They sign in with a one-time code, which they find in their portal, or which you make here.",
  settings: "Change this in the MCP settings",
  client: "Client",
  signsIn: "The customer signs in",
  withToken: "With a token",
  withTokenHelp: "For clients that send a header instead of signing in.",
  code: "Make a one-time code",
  codeTitle: "One-time code",
  codeText:
    "It signs one assistant in for this customer and server, once, within 10 minutes. Whoever has it acts for the customer.",
  codeMake: "Make code",
  codeIs: (account: string) => `Code of ${account}`,
  token: "Make a token",
  tokenTitle: "Token",
  tokenText:
    "It lets an agent in as this customer, until it ends or is taken back. A token of the same customer for this server, if there is one, is void from then on.",
  tokenLife: "Valid for",
  tokenLives: [
    ["2592000", "30 days"],
    ["7776000", "90 days"],
    ["31536000", "1 year"],
  ],
  tokenMake: "Make token",
  tokenOnce: "It is shown this once. Who has it acts for the customer.",
  tokenIs: (account: string) => `Token of ${account}`,
  tokenAddress: "For clients that send no headers: whoever has this address is let in",
  customerNeeded: "Choose the customer.",
  done: "Done",
} as const;
