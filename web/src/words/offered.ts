/** The copy of the choice of applications that the portal offers. */
export const OFFERED = {
  help: (environment: string) =>
    `What customers find in the portal, in ${environment}: these first, in this order. What they have connected stays visible.`,
  list: "Offered applications",
  none: "No application is chosen.",
  add: "Add an application",
  addPlaceholder: "Choose an application",
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name}`,
  others: "After these",
  othersOf: {
    all: "All other enabled applications",
    with_workflows: "Others with a published workflow",
    none: "Nothing else",
  },
  offer: "Offer it in the portal",
  isOffered: (name: string) => `The portal now offers ${name}.`,
  save: "Save applications",
  saved: "Applications saved.",
};
