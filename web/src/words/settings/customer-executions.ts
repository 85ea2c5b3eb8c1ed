/** The copy of what the portal shows of executions. */
export const CUSTOMER_EXECUTIONS = {
  title: (environment: string) => `Executions in the portal, ${environment}`,
  help: "What customers see of their executions on the portal's Activity page.",
  form: "Executions in the portal",
  shown: "Customers see",
  shownOf: {
    results: "Names, times, states, and why one failed",
    data: "Also what was received, and what the steps returned",
    off: "Nothing",
  },
  save: "Save execution settings",
  saved: "Execution settings saved.",
};
