/** The copy of tables of what differs. */
export const CHANGES = {
  before: "Before",
  after: "After",
  field: "Setting",
  moreChanges: (count: number) => `${count} more changes`,
};
