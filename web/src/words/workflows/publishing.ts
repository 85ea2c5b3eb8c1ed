import { defineWords } from "../customer/words.ts";

/** The copy of publishing a workflow in an environment. */
export const PUBLISHING = {
  title: (name: string, place: string) => `Publish ${name} in ${place}?`,
  action: (place: string) => `Publish in ${place}`,
  text: (change: string, reach: string) =>
    `${change} ${reach} Executions that are running finish on the version they started with.`,
  theDraft: "A new version from the draft",
  replaces: (next: string, version: number, place: string) =>
    `${next} replaces version ${version} in ${place}.`,
  isFirst: (next: string, place: string) => `${next} becomes the first published version in ${place}.`,
  reach: (count: number, place: string) =>
    count === 1
      ? `1 customer in ${place} has this workflow on.`
      : `${count.toLocaleString("en")} customers in ${place} have this workflow on.`,
  reachAuto: (place: string) =>
    `It is switched on for customers in ${place} who have a config of its application.`,
  reachAll: (place: string) => `It runs for every customer in ${place}; nobody needs to switch it on.`,
  reachNone: (place: string) => `No customer in ${place} has it on yet.`,
  done: (version: number, place: string) => `Version ${version} is published in ${place}.`,

  missing: (place: string) => `Missing in ${place}`,
  unconnectable: (place: string) => `Customers in ${place} cannot connect yet`,
  complete: (place: string) => `Everything that it uses is in ${place}.`,
  wrong: "It cannot run yet",
  lacks: {
    event: (name: string, place: string) => `The event ${name} is not defined in ${place}.`,
    application: (name: string, place: string) => `There is no application ${name} in ${place}.`,
    workflow: (name: string, place: string) =>
      `The workflow ${name}, which a step calls, is not in ${place}.`,
    oauth_client: (name: string, place: string) => `${name} has no OAuth client in ${place}.`,
    enabled: (name: string, place: string) => `${name} is not enabled in ${place}.`,
  },
  open: {
    event: () => "Define event",
    application: () => "Open applications",
    workflow: () => "Open workflow",
    oauth_client: (name: string) => `Open ${name}`,
    enabled: (name: string) => `Open ${name}`,
  },
  promote: (name: string) => `Promote ${name}`,
  promoted: (name: string) => `${name} is in production.`,
};

/** The copy of publishing where a customer builds the workflow. */
export const OWN_PUBLISHING = defineWords("OWN_PUBLISHING", {
  title: "Publish {name}?",
  text: "From now on it runs as shown here. Running executions finish unchanged.",
  action: "Publish",
  done: "{name} is published.",
});
