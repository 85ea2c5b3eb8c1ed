/** The copy of the editor that only operators see, in English alone. */
export const OPERATOR_EDITOR = {
  newWorkflow: "New workflow",
  view: "Open in editor",
  alias: "Alias",
  aliasHelp: "Stands for the ID in API calls",
  descriptionHelp: "Customers read it where they switch the workflow on",
  autoEnable: "On for new customers",
  hide: "Hidden from customers",

  ownProduct: "Your product",
  defineEvent: "Define an event",
  sendEvent: "Send this event",
  sendEventOf: (event: string) => `Send this event: ${event}`,
  schedules: "Schedules",
  noRuns: "No schedule runs this workflow yet.",
  noRunsFor: "No schedule runs this workflow for the customer chosen under Test.",
  newestSchedules: (count: number) =>
    `Of the newest ${count} schedules. Choose a customer under Test to see all of its own.`,
  tryCron: "Try a cron expression",
  triedRuns: "Runs of this expression",
  yourTime: (at: string) => `${at} in your time zone`,
  scheduleNeedsPublished: "Publish the workflow to add schedules.",
  addressNeedsCustomer: "Choose a customer under Test to see its webhook address.",
  addressOf: (customer: string) => `For ${customer}: each customer has an address of its own.`,

  customerHelp: "Name or ID of the customer",
  needsCustomer: "Choose a customer, or an execution.",
  openExecution: "Open execution",

  tryIt: "Try this action",
  choicesNeedCustomer: "Choose a customer for the test to load the choices.",
  dataOf: "From execution",
};

/** The copy of a file in the input of a test. */
export const TEST_FILE = {
  label: "File",
  help: "Becomes the input's member file, as in a webhook with a file of that name.",
};
