/** The copy of the dialog for a new workflow. */
export const NEW_WORKFLOW = {
  title: "New workflow",
  name: "Name",
  nameExample: "Sync new orders",
  create: "Create workflow",
  nameNeeded: "Enter a name.",
  importOne: "Import from a file",
  templates: "Or begin with a template",
  find: "Find a template",
  noneFound: "No template matches.",
};

/** The copy of the choice of a workflow's application. */
export const WORKFLOW_APPLICATION = {
  label: "Application",
  none: "None",
  noneFound: "No application matches.",
  help: "Customers switch the workflow on where they connect this application.",
  helpWithout: "Without an application, the workflow runs for every customer and is not shown in the portal.",
};
