/** The copy of a customer's configs. */
export const CONFIGS = {
  list: "Configs",
  help: "What the customer chose for each application, in the portal or through your product.",
  none: "No settings yet",
  noneHint:
    "A config is created when the customer saves settings in the portal, or by your product through the API. You can also create one here.",
  add: "New config",
  addTitle: "New config",
  application: "Application",
  noApplication: "No application matches",
  name: "Name",
  nameHelp:
    "Only needed when a customer has several configs for one application. Leave empty to use the customer's ID.",
  create: "Create config",

  workflowsOn: (count: number) => (count === 1 ? "1 workflow on" : `${count} workflows on`),
  isOff: "Application disabled",
  isOffHelp: "The application is disabled, so this config cannot be changed. You can still delete it.",
  edit: "Edit",
  delete: "Delete config",
  deleteTitle: (application: string) => `Delete the ${application} config?`,
  deleteText: (name: string, environment: string) =>
    `This deletes its values, and its workflows no longer run for ${name} in ${environment}. This cannot be undone.`,
  deleted: "Config deleted.",
  save: (environment: string) => `Save in ${environment}`,
  saved: "Config saved.",
  nothing: "This application has no settings and no published workflows.",
  notSet: "not set",
  on: "On",
  off: "Off",
  fieldsOf: (name: string) => `${name} settings`,

  connectionOf: (application: string) => `${application} connection`,
  connect: (application: string, isAnother: boolean) =>
    isAnother ? `Connect another ${application} account` : `Connect ${application}`,
  notConnected: "Not connected",
  asConfig: "As for all workflows",
  removedConnection: "Removed connection",
  removedHelp: "The connection that was chosen here has been removed. Choose another one.",
  saveFirst: "Save to load the options of this connection.",

  byDefault: (value: string) => `Default: ${value}`,
  kept: "Stored. Enter a new value to replace it.",
  remove: "Remove the stored value",
  asJson: "Enter JSON.",
  needed: "Required",
  first: (parent: string) => `Choose ${parent} first.`,
  failed: (message: string) => `Options could not be loaded: ${message}`,
  loading: "Loading options…",
  choose: "Choose",
};
