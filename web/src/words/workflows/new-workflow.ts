/** The copy of the dialog for a new workflow. */
export const NEW_WORKFLOW = {
  title: "New workflow",
  empty: "Empty workflow",
  importOne: "Import from a file",
  templates: "Templates",
  find: "Find a template",
  noneFound: "No template matches.",
};
