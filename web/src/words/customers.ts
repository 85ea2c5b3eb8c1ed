/** The copy of the pages of customers. */
export const CUSTOMERS = {
  list: "Customers",
  search: "Find by name or ID",
  customer: "Customer",
  id: "ID",
  connections: "Connections",
  added: "Added",
  add: "Add customer",
  noConnections: "None yet",
  healthy: (count: number) => `${count} healthy`,
  degraded: (count: number) => `${count} degraded`,
  expired: (count: number) => `${count} expired`,
  none: "No customers yet",
  noneHint:
    "A customer is an account of your product. Your backend adds customers through the API; to try things out, add one here.",

  addTitle: "Add a customer",
  addId: "ID",
  addIdHelp: "Your product's own ID for the customer. It cannot be changed later.",
  addName: "Name",
  addNameHelp: "Shown here and in messages.",
  toList: "Customers",

  tabs: "About this customer",
  settings: "Settings",
  executions: "Executions",
  portal: "Portal",
  details: "Details",

  delete: "Delete customer",
  deleteTitle: (name: string) => `Delete ${name}`,
  deleteText: (connections: number, environment: string) =>
    `This deletes the customer in ${environment} with ${connections === 1 ? "1 connection" : `${connections} connections`}, all settings and schedules. Workflows no longer run for it. This cannot be undone.`,
  deleteType: (id: string) => `Type ${id} to confirm`,
  deleted: (name: string) => `${name} is deleted.`,
  addedAt: "Added",
  changedAt: "Updated",
  fields: "Custom fields",
  noFields: "None. Your backend sets them through the API (`udf`); workflows and templates can read them.",
};

/** The copy of a customer's connections. */
export const CONNECTIONS = {
  status: { healthy: "Healthy", degraded: "Degraded", expired: "Expired" },
  by: { oauth2: "OAuth2", keybased: "Key" },
  none: "Nothing is connected yet",
  noneHint: "The customer connects applications in the portal. Create a portal link and send it.",
  showPortal: "Go to the portal",
  as: (identifier: string) => `as ${identifier}`,
  connected: "Connected",
  renews: "Token renews",
  renewalIsDue: "at the next call or check",
  expires: "Token expires",
  lastCheck: "Last check",
  checkedWell: "succeeded",
  checkFailed: "failed",
  lastAnswer: "Last response",
  answer: (status: number) => `HTTP ${status}`,
  failures: "Consecutive failures",
  missingScopes: "Missing scopes",
  missingScopesHelp:
    "The provider did not confirm them. If actions fail, ask the customer to reconnect and to grant them.",
  providerSaid: "What the provider said",
  check: "Check now",
  checked: (application: string, word: string) => `${application} checked: ${word.toLowerCase()}.`,
  disconnect: "Disconnect",
  disconnectTitle: (application: string) => `Disconnect ${application}`,
  disconnectText: (application: string, name: string, environment: string) =>
    `Workflows of ${name} in ${environment} can no longer use ${application} until it is connected again. The credential is deleted.`,
  disconnected: (application: string) => `${application} is disconnected.`,
  default: "Default",
  makeDefault: "Make default",
  madeDefault: (connection: string) => `${connection} is the default now.`,
  more: "More actions",
  history: "History",
  noHistory: "No history yet.",
  kinds: {
    connected: "Connected",
    reconnected: "Reconnected",
    checked: "Check succeeded",
    check_failed: "Check failed",
    refreshed: "Token renewed",
    refresh_failed: "Token could not be renewed",
    refused: "Provider rejected the credential",
    expired: "Expired",
    trigger_failed: "Trigger failed",
  } as Readonly<Record<string, string>>,
};

/** The copy of a customer's portal, settings and executions. */
export const CUSTOMER_TABS = {
  portalText: (name: string) =>
    `The portal is where ${name} connects applications and chooses settings. A link opens it without a sign-in and works for three days.`,
  makeLink: "Show the portal",
  makeAnother: "Create another link",
  openPortal: "Open in a new tab",
  portalActs: "In the portal you act as this customer.",
  preview: "The portal as the customer sees it",
  noPreview: "The portal has its own address, so it cannot be shown here. Open it in a new tab.",

  noExecutions: "No executions yet",
  noExecutionsHint: "They start when an event, a schedule or an API call reaches an enabled workflow.",
  allExecutions: "Open in Executions",
};
