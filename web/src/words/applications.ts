/** The copy of the catalog and of one application. */
export const APPLICATIONS = {
  list: "Applications",
  search: "Find an application",
  state: "State",
  stages: { portal: "In your portal", ready: "Ready", unready: "Not set up" },
  /** What is missing, as a state. */
  gaps: {
    credential: "Needs a credential",
    oauth_client: "Needs a client",
    enabled: "Not enabled",
    offer: "Not offered",
    workflow: "No workflow",
  },
  inUse: "In use",
  offered: "Portal applications",
  expired: (count: number) => `${count.toLocaleString("en")} expired`,
  origin: "Origin",
  own: "Your own",
  catalog: "Catalog",
  actions: (count: number) => (count === 1 ? "1 action" : `${count} actions`),
  count: (shown: number, all: number) => (shown === all ? `${all} applications` : `${shown} of ${all}`),
  addOwn: "Add your own",
  nothingFits:
    "Remove or change a filter, or choose “Add your own”: by an OpenAPI document, an MCP server or a piece.",
  fromOpenApi: "From an OpenAPI document",
  fromMcp: "From an MCP server",
  fromDefinition: "From a definition",
  toList: "Applications",
  tabs: "About this application",

  missing: "Customers do not find it in your portal yet.",
  /** What to do about it. */
  remedies: {
    credential: "Say how customers authenticate",
    oauth_client: "Enter an OAuth client",
    enabled: "Enable it above",
    offer: "Choose it among the portal's applications",
    workflow: "Publish a workflow for it",
  },
  or: "or",
  stays: "Customers who have connected it still see it.",

  setup: "Setup",
  tryIt: "Actions",
  triggers: "Triggers",
  connections: "Connections",
  calls: "Calls",
  kinds: { manifest: "Connector", openapi: "OpenAPI", mcp: "MCP server", piece: "Piece" },
  isOn: "Enabled",
  disableTitle: (name: string) => `Disable ${name}`,
  disableText: (name: string, connections: string, environment: string) =>
    `In ${environment}, ${name} leaves the portal and its workflows fail at once, until you enable it again. It has ${connections}.`,
  connectionCount: (count: number) =>
    count === 1 ? "1 connection" : `${count.toLocaleString("en")} connections`,
  countedUpTo: (count: number) => `${count.toLocaleString("en")}+ connections`,
  disable: "Disable",
  promote: "Promote to production",
  promoteTitle: (name: string) => `Promote ${name} to production`,
  promoted: (name: string) => `${name} was promoted to production.`,
  delete: "Delete application",
  deleteTitle: (name: string) => `Delete ${name}`,
  deleteText: (name: string, connections: string, environment: string) =>
    `This deletes ${name} in ${environment} with ${connections}. Workflows that use it fail. This cannot be undone.`,
  deleted: (name: string) => `${name} is deleted.`,
  more: "More actions",
  refreshTools: "Refresh tools",
  refreshed: (count: number) => `${count} tools found.`,
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
    `The OAuth app you registered with ${name}. Customers see its name when they grant access.`,
  providerGuide: (name: string) => `${name}'s documentation`,
  hasDefault: "This server provides a default client. Enter your own to show your name instead.",
  needsClient: (name: string) => `Customers cannot connect ${name} until there is a client.`,
  callback: "Redirect address",
  callbackHelp: (name: string) => `Register it with ${name} exactly as shown.`,
  clientId: "Client ID",
  clientSecret: "Client secret",
  secretKept: (lastFour: string | undefined) =>
    lastFour === undefined
      ? "Stored and never shown. Enter a new one to replace it."
      : `Stored, ending in ${lastFour}. Enter a new one to replace it.`,
  secretNone: "Stored encrypted and never shown again.",
  secretPlaceholder: "Unchanged",
  scopes: "Scopes",
  scopesHelp: "What customers are asked to allow. Existing connections keep the scopes they were granted.",
  scopesPlaceholder: "Add a scope and press Enter",
  save: "Save client and scopes",
  saved: "Client and scopes saved.",
  unsaved: "Not saved yet",
  remove: "Remove client",
  removeTitle: "Remove the OAuth client",
  removeText: (environment: string) =>
    `In ${environment}, connections made with this client can no longer be renewed. Those customers must reconnect.`,
  removed: "Client removed.",
  noClient: "No client is needed",
  keyText: (name: string) => `Customers connect ${name} with a key or an account of their own.`,
  noConnectionText: (name: string) =>
    `${name} works for every customer at once: there is nothing to connect.`,
  asks: "What customers are asked for",
  kinds: { oauth2: "With OAuth2", keybased: "With a key" },
  optional: (field: string) => `${field} (optional)`,
  noFields: {
    oauth2: "nothing, they sign in at the provider",
    keybased: "Nothing: it needs no credential.",
  },
  needsDeveloper: "Your role can view the setup but not change it.",
};

/** The copy of trying an action. */
export const TRY = {
  find: "Find an action",
  choose: "Choose an action",
  chooseHint: "It runs for a customer, and the response is shown here.",
  notEnabled: "Enable it to see its actions",
  notEnabledHint: "Actions and triggers are there for applications that customers can connect.",
  none: "It has no actions",
  noneHint: "Its triggers can still start workflows.",
  nothingFits: "No action matches.",
  tags: { read: "Reads", write: "Writes", destructive: "Deletes" },
  customer: "Customer",
  customerHelp: "The action runs with this customer's connection.",
  customerHelpWithout: "The action runs for this customer; it needs no connection.",
  customerPlaceholder: "Find by name or id",
  connected: "Connected",
  others: "Others",
  noCustomer: "No customer matches",
  noInput: "This action takes no input.",
  runIn: (environment: string) => (environment === "production" ? "Run action in production" : "Run action"),
  confirmTitle: (name: string) => `Run ${name}`,
  confirmText: (customer: string, application: string, environment: string) =>
    `This changes data of ${customer} at ${application}, in ${environment}.`,
  wellDone: "Succeeded",
  failed: "Failed",
  http: (status: number) => `HTTP ${status}`,
  result: "Result",
  loading: "Loading choices…",
  noChoices: "The provider returned no choices.",
  json: "JSON",
  chooseFile: "Choose a file",
  customerFirst: "Choose a customer first",
  fileOfOther: "This file belongs to another customer. Choose it again.",
  badNumber: "This is not a number.",
  missing: "Required",
  requests: "Show the requests",
};

/** The copy of the link with which a customer connects an application. */
export const CONNECT_CUSTOMER = {
  open: "Connect a customer",
  title: (application: string) => `Connect a customer to ${application}`,
  text: "Open the page to connect a test customer yourself, or send its link to the customer: anyone who opens it can connect. If the customer has connected it before, the default connection is replaced.",
  make: "Create the link",
  visit: "Open the page",
};

/** The copy of triggers and connections of an application. */
export const APPLICATION_LISTS = {
  noTriggers: "It has no triggers",
  noTriggersHint: "Its workflows start from your product's events, schedules or API calls.",
  trigger: "Trigger",
  how: "Delivery",
  poll: (seconds: number) =>
    `Polled every ${seconds >= 60 ? `${Math.round(seconds / 60)} min` : `${seconds} s`}`,
  webhook: "Webhook",
  byHand: "Webhook; the customer enters the address at the provider",
  noConnections: "No connections yet",
  noConnectionsHint: "Customers connect it in their portal.",
  noneNeeded: "It needs no connections",
  noneNeededHint: "It works for every customer at once.",
  customer: "Customer",
  health: "Health",
  account: "Provider account",
  cause: "Cause",
  connected: "Connected",
  anyHealth: "Health",
};

/** The copy of how an application answers. */
export const CALLS = {
  calls: "Calls",
  answered: "Succeeded",
  refused: "4xx",
  broken: "5xx",
  noAnswer: "No response",
  charts: { counts: "Calls by outcome", durations: "Response time" },
  none: "No calls in this period",
  noneText: "Requests of actions, triggers, checks and lists of choices are counted here.",
  help: "Every request counts, including checks and triggers. Durations cover calls that were answered or timed out.",
};

/** The copy of adding an own application. */
export const OWN = {
  openApiTitle: "Add an application from OpenAPI",
  openApiText:
    "The operations of an OpenAPI document become actions that use the customer's own credential. You review them before anything is stored.",
  step2: "Operations",
  filePlaceholder: "Choose a file",
  moreOperations: (count: number) =>
    `${count.toLocaleString("en")} more: narrow them by the fields above. Hidden operations stay selected.`,
  source: "Source",
  byUrl: "URL",
  byText: "Text",
  byFile: "File",
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
  nameHelp: "Shown to customers.",
  slug: "Slug",
  slugNeeded: "Its ID in the API: lowercase letters, digits and hyphens.",
  slugHelp: "ID in the API. Leave empty to derive it from the name.",
  baseUrl: "Base URL",
  baseUrlHelp: "Where its requests go.",
  baseUrlAsked:
    "The document does not name it, so each customer enters it. Enter it here if it is the same for all.",
  add: (count: number) => (count === 1 ? "Add with 1 operation" : `Add with ${count} operations`),
  added: (name: string) => `${name} was added.`,
  warnings: "Warnings",
  open: (name: string) => `Open ${name}`,

  mcpTitle: "Add an application from an MCP server",
  mcpText:
    "The tools of a remote MCP server become actions: workflows and agents use them with the customer's own connection.",
  endpoint: "Address of the server",
  endpointHelp: "Its streamable HTTP endpoint.",
  description: "Description",
  auth: "How customers sign in",
  auths: {
    auto: "Ask the server",
    none: "No sign-in",
    bearer: "Token",
    oauth2: "OAuth2",
  },
  addServer: "Add server",

  definitionTitle: "Add an application from a definition",
  definitionText:
    "The contents of a manifest.yaml, as YAML or JSON. A definition with the slug of one of your own applications replaces it.",
  definitionGuide: "How to write one",
  definitionExample: "Start with an example",
  definitionProblems: "The definition has problems",
  definition: "Definition",
  addDefinition: "Add application",
};
