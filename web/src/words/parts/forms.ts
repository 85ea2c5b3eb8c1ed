/** The copy of the end of forms. */
export const FORMS = {
  unsaved: "Unsaved changes",
};
