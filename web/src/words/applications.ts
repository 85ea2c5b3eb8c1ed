/** The copy of the catalogue and of one application. */
export const APPLICATIONS = {
  list: "Applications",
  search: "Find an application",
  state: "State",
  enabled: "Enabled",
  notEnabled: "Not enabled",
  lacksClient: "Needs a client",
  inUse: "In use",
  others: "Not in use",
  expired: (count: number) => `${count.toLocaleString("en")} expired`,
  origin: "Origin",
  own: "Your own",
  catalogue: "Catalogue",
  actions: (count: number) => (count === 1 ? "1 action" : `${count} actions`),
  count: (shown: number, all: number) => (shown === all ? `${all} applications` : `${shown} of ${all}`),
  addOwn: "Add your own",
  fromOpenApi: "From an OpenAPI document",
  fromMcp: "From an MCP server",
  fromDefinition: "From a definition",
  toList: "Applications",
  tabs: "About this application",

  setup: "Setup",
  tryIt: "Actions",
  triggers: "Triggers",
  connections: "Connections",
  calls: "Calls",
  kinds: { manifest: "Connector", openapi: "OpenAPI", mcp: "MCP server", piece: "Piece" },
  isOn: "Customers can connect it",
  disableTitle: (name: string) => `Disable ${name}`,
  disableText: (name: string, connections: string, environment: string) =>
    `In ${environment}, ${name} leaves the portal and its workflows fail at once: ${connections} cannot be used until you enable it again.`,
  connectionCount: (count: number) =>
    count === 1 ? "1 connection" : `${count.toLocaleString("en")} connections`,
  countedUpTo: (count: number) => `${count.toLocaleString("en")}+ connections`,
  disable: "Disable",
  promote: "Promote to production",
  promoteTitle: (name: string) => `Promote ${name} to production`,
  promoted: (name: string) => `${name} in production is as in test.`,
  delete: "Delete application",
  deleteTitle: (name: string) => `Delete ${name}`,
  deleteText: (name: string, connections: string, environment: string) =>
    `This deletes ${name} in ${environment} with ${connections}. Workflows that use it fail. Nothing brings it back.`,
  deleted: (name: string) => `${name} is deleted.`,
  more: "More actions",
  refreshTools: "Read the tools again",
  refreshed: (count: number) => `${count} tools were read.`,
};

/** What promoting an application to production does. */
export const PROMOTING = {
  untouched: "Nothing is set up in test, so there is nothing to promote.",
  copied: (name: string) => `Production gets the settings and scopes that ${name} has in test.`,
  keepsClient: "It keeps the OAuth client that it has there.",
  getsClient: "It gets the OAuth client of test.",
  ready: "Customers in production can then connect it.",
  needsClient: "Customers in production still cannot connect it: it has no OAuth client.",
  disabled: "It is disabled in test, so customers in production cannot connect it.",
};

/** The copy of an application's setup. */
export const SETUP = {
  client: "OAuth client",
  clientHelp: (name: string) =>
    `The app that you registered at ${name}. Customers see its name when they allow the access.`,
  hasDefault: "This server brings a client for everybody. Enter your own to show your name instead.",
  needsClient: (name: string) => `Customers can connect ${name} only once there is a client.`,
  callback: "Redirect address",
  callbackHelp: (name: string) => `Register it at ${name}, exactly as it stands here.`,
  clientId: "Client id",
  clientSecret: "Client secret",
  secretKept: (lastFour: string | undefined) =>
    lastFour === undefined
      ? "Kept. It is never shown; type a new one to replace it."
      : `Kept, ending in ${lastFour}. Type a new one to replace it.`,
  secretNone: "Kept encrypted and never shown again.",
  secretPlaceholder: "Unchanged",
  scopes: "Scopes",
  scopesHelp:
    "What customers are asked to allow. Connections that were made before keep what they were given.",
  scopesPlaceholder: "Add a scope and press Enter",
  save: "Save client and scopes",
  saved: "Client and scopes are saved.",
  unsaved: "Not saved yet",
  remove: "Remove client",
  removeTitle: "Remove the OAuth client",
  removeText: (environment: string) =>
    `In ${environment}, connections that were made with this client can no longer be renewed: those customers must connect again.`,
  removed: "The client is removed.",
  noClient: "No client is needed",
  keyText: (name: string) => `Customers connect ${name} with a key or an account of their own.`,
  asks: "What customers are asked for",
  kinds: { oauth2: "With OAuth2", keybased: "With a key" },
  noFields: {
    oauth2: "nothing, they sign in at the provider",
    keybased: "nothing, it needs no credential",
  },
  needsDeveloper: "Your role may look at the setup, but not change it.",
};

/** The copy of trying an action. */
export const TRY = {
  find: "Find an action",
  choose: "Choose an action",
  chooseHint: "It runs at the third party with the connection of a customer, and its answer is shown here.",
  notEnabled: "Enable it to see its actions",
  notEnabledHint: "Actions and triggers are there for applications that customers can connect.",
  none: "It has no actions",
  noneHint: "What it tells of may still start workflows.",
  nothingFits: "No action fits.",
  tags: { read: "Reads", write: "Writes", destructive: "Deletes" },
  customer: "Customer",
  customerHelp: "The action runs with this customer's connection.",
  customerPlaceholder: "Find by name or id",
  connected: "Connected",
  others: "Others",
  noCustomer: "No customer fits",
  noInput: "This action takes no input.",
  runIn: (environment: string) => (environment === "production" ? "Run action in production" : "Run action"),
  confirmTitle: (name: string) => `Run ${name}`,
  confirmText: (customer: string, application: string, environment: string) =>
    `This changes data of ${customer} at ${application}, in ${environment}.`,
  wellDone: "It worked",
  failed: "It failed",
  http: (status: number) => `HTTP ${status}`,
  result: "Result",
  loading: "Loading choices…",
  noChoices: "The provider offered nothing.",
  json: "JSON",
  badJson: "This is not JSON.",
  badNumber: "This is not a number.",
  missing: "Needed",
  reconnect: "Go to the customer's connections",
};

/** The copy of triggers and connections of an application. */
export const APPLICATION_LISTS = {
  noTriggers: "It has no triggers",
  noTriggersHint: "Workflows with it start by events of your product, schedules or calls.",
  trigger: "Trigger",
  how: "How it is learned",
  poll: (seconds: number) =>
    `Asked every ${seconds >= 60 ? `${Math.round(seconds / 60)} min` : `${seconds} s`}`,
  webhook: "The provider tells",
  byHand: "The provider tells; the customer enters our address there",
  noConnections: "Nobody has connected it yet",
  noConnectionsHint: "Customers connect it in their portal.",
  customer: "Customer",
  health: "Health",
  account: "Account there",
  cause: "Cause",
  connected: "Connected",
  anyHealth: "Health",
};

/** The copy of how an application answers. */
export const CALLS = {
  calls: "Calls",
  answered: "Answered",
  refused: "4xx",
  broken: "5xx",
  noAnswer: "No answer",
  charts: { counts: "Calls by how they ended", durations: "How long answers take" },
  none: "It was not called in this time",
  noneText: "Requests of actions, triggers, checks and lists of choices are counted here.",
  help: "Each request counts, also those of checks and triggers. Durations are of calls that were answered, or waited for until their time was over.",
};

/** The copy of adding an own application. */
export const OWN = {
  openApiTitle: "Add an application from OpenAPI",
  openApiText:
    "Operations of an API that you describe become actions, with the customer's own credential. Nothing is stored before you have seen them.",
  step2: "Operations",
  filePlaceholder: "Choose a file",
  moreOperations: (count: number) =>
    `${count.toLocaleString("en")} more: narrow them by the fields above. What is chosen counts, shown or not.`,
  source: "Where it is",
  byUrl: "At an address",
  byText: "Pasted here",
  byFile: "In a file",
  url: "Address",
  urlHelp: "OpenAPI 3.0, 3.1 or Swagger 2.0, as JSON or YAML, at most 20 MB.",
  text: "Document",
  textHelp: "JSON or YAML.",
  file: "File",
  preview: "Show operations",
  operations: (chosen: number, all: number) => `${chosen} of ${all} operations chosen`,
  findOperation: "Find an operation",
  tag: "Tag",
  method: "Method",
  path: "Path",
  summary: "Summary",
  deprecated: "deprecated",
  chooseAll: "Choose all shown",
  choose: "Choose",
  back: "Back to the document",
  name: "Name",
  nameHelp: "What customers read. Left empty: the document's title.",
  slug: "Slug",
  slugNeeded: "Its id in the API: small letters, digits and hyphens.",
  slugHelp: "Its id in the API: small letters, digits and hyphens. Left empty: made of the name.",
  baseUrl: "Base address",
  baseUrlHelp: "In place of the document's servers.",
  add: (count: number) => (count === 1 ? "Add with 1 operation" : `Add with ${count} operations`),
  added: (name: string) => `${name} is added.`,
  warnings: "What could not be taken over",
  open: (name: string) => `Open ${name}`,

  mcpTitle: "Add an application from an MCP server",
  mcpText:
    "The tools of a remote MCP server become actions: workflows and agents use them with the customer's own connection.",
  endpoint: "Address of the server",
  endpointHelp: "Its streamable HTTP endpoint.",
  description: "Description",
  auth: "How customers sign in",
  auths: {
    auto: "Found out by asking the server",
    none: "Not at all",
    bearer: "With a token",
    oauth2: "OAuth2",
  },
  addServer: "Add server",

  definitionTitle: "Add an application from a definition",
  definitionText:
    "The members of a manifest.yaml as JSON: auth, actions, triggers. docs/add-a-connector.md says how they are written. A definition with the slug of an application of your own replaces it.",
  definition: "Definition (JSON)",
  addDefinition: "Add application",
};
