/** The copy of the pages of customers. */
export const CUSTOMERS = {
  list: "Customers",
  search: "Find by name or id",
  customer: "Customer",
  id: "Id",
  connections: "Connections",
  added: "Added",
  add: "Add customer",
  noConnections: "None yet",
  healthy: (count: number) => `${count} healthy`,
  degraded: (count: number) => `${count} degraded`,
  expired: (count: number) => `${count} expired`,
  none: "No customers yet",
  noneHint:
    "A customer is an account of your product. Your backend adds customers with PUT /api/v2/public/linked-account; for a first look, add one here.",

  addTitle: "Add a customer",
  addId: "Id",
  addIdHelp: "Your own id of the customer, as your product knows it. It cannot be changed later.",
  addName: "Name",
  addNameHelp: "What people read here and in messages.",
  toList: "Customers",

  tabs: "About this customer",
  settings: "Settings",
  executions: "Executions",
  portal: "Portal",
  details: "Details",

  delete: "Delete customer",
  deleteTitle: (name: string) => `Delete ${name}`,
  deleteText: (connections: number, environment: string) =>
    `This deletes the customer in ${environment} with ${connections === 1 ? "1 connection" : `${connections} connections`}, all settings and schedules. Workflows no longer start for it. Nothing brings it back.`,
  deleteType: (id: string) => `Type ${id} to confirm`,
  deleted: (name: string) => `${name} is deleted.`,
  addedAt: "Added",
  changedAt: "Changed",
  fields: "Fields of your own",
  noFields: "None. Your backend sets them as udf; workflows and templates read them.",
};

/** The copy of a customer's connections. */
export const CONNECTIONS = {
  status: { healthy: "Healthy", degraded: "Degraded", expired: "Expired" },
  by: { oauth2: "OAuth2", keybased: "Key" },
  none: "Nothing is connected yet",
  noneHint: "The customer connects applications in the portal. Make a link to it and send it.",
  showPortal: "Go to the portal",
  as: (identifier: string) => `as ${identifier}`,
  connected: "Connected",
  renews: "Token renews",
  expires: "Token expires",
  lastCheck: "Last check",
  checkedWell: "went well",
  checkFailed: "failed",
  lastAnswer: "Last answer",
  answer: (status: number) => `HTTP ${status}`,
  failures: "Failures in a row",
  missingScopes: "Missing scopes",
  providerSaid: "What the provider said",
  check: "Check now",
  checked: (application: string, word: string) => `${application} was asked: ${word.toLowerCase()}.`,
  disconnect: "Disconnect",
  disconnectTitle: (application: string) => `Disconnect ${application}`,
  disconnectText: (application: string, name: string, environment: string) =>
    `Workflows of ${name} in ${environment} can no longer use ${application} until it is connected again. The credential is deleted.`,
  disconnected: (application: string) => `${application} is disconnected.`,
  more: "More actions",
  history: "History",
  noHistory: "Nothing has happened to it yet.",
  kinds: {
    connected: "Connected",
    reconnected: "Connected again",
    checked: "Check went well",
    check_failed: "Check failed",
    refreshed: "Token renewed",
    refresh_failed: "Token could not be renewed",
    refused: "Provider refused the credential",
    expired: "Expired",
  } as Readonly<Record<string, string>>,
};

/** The copy of a customer's portal, settings and executions. */
export const CUSTOMER_TABS = {
  portalText: (name: string) =>
    `The portal is where ${name} connects applications and chooses settings. A link opens it without a sign-in and works for three days.`,
  makeLink: "Show the portal",
  makeAnother: "Make another link",
  openPortal: "Open in a new tab",
  portalActs: "What you do in the portal, you do as this customer.",
  preview: "The portal as the customer sees it",
  noPreview: "The portal has an address of its own, so it cannot be shown here. Open it in a new tab.",

  noExecutions: "No executions yet",
  noExecutionsHint: "They start when an event, a schedule or a call of the API reaches an enabled workflow.",
  allExecutions: "Open in Executions",

  noConfigs: "No settings yet",
  noConfigsHint: "The customer chooses settings in the portal, or your product does through the API.",
  config: "Config",
  notSet: "not set",
  isOn: "On",
  isOff: "Off",
};
