/** The copy of what customers may build themselves. */
export const CUSTOMER_WORKFLOWS = {
  title: (environment: string) => `Workflows that customers build, ${environment}`,
  help: "What customers may build with their session tokens. Published workflows always keep running.",
  form: "Workflows that customers build",
  building: "Customers build workflows",
  buildingOf: {
    api: "Through the API, with any step and application",
    portal: "Only with the steps below, and with applications that the portal offers",
    off: "Not at all",
  },
  types: "Steps they may use",
  typesHelp: "Every workflow has a start step.",
  noTypes: "Without a step, customers can only build workflows that do nothing.",
  save: "Save customer workflow settings",
  saved: "Customer workflow settings saved.",
};
