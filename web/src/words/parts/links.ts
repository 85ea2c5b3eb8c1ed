/** The copy of parts that are loaded later. */
export const LINKS = {
  changes: "Audit log",
  done: "Done",
  pending: " pending",
};
