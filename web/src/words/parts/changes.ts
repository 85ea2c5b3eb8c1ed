import { defineWords } from "../customer/words.ts";

/** The copy of tables of what differs. */
export const CHANGES = defineWords("CHANGES", {
  before: "Before",
  after: "After",
  field: "Setting",
  moreChanges: { one: "{count} more change", other: "{count} more changes" },
});
