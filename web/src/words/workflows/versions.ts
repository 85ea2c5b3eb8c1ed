import { defineWords } from "../customer/words.ts";

/** The copy of versions, for operators and for customers. */
export const VERSIONS = defineWords("VERSIONS", {
  published: "Published",
  unpublished: "Not published",
  draftChanged: "Unpublished changes",
  shownVersion: "Version {version}",
  draft: "Draft",
  missing: "Workflow",
  noVersions: "No versions yet",
  noVersionsText: "Every time the workflow is published, a version is stored that cannot be changed.",
  olderVersions: "Show older versions",
  difference: "From {before} to {after}",
  noDifference: "Both are the same.",
  workflowItself: "The workflow itself",
  edgesAdded: "New edges",
  edgesRemoved: "Removed edges",
});

/** The copy of versions within the editor. */
export const EDITOR_VERSIONS = defineWords("EDITOR_VERSIONS", {
  title: "Changes and versions",
  help: "What your draft changes, saved or not.",
  compareWith: "Compared with",
  published: "{version}, published",
  takeOver: "Take over version {number}",
  takeOverHelp: "Puts its steps and fields into your draft. Undo brings yours back.",
  taken: "{version} taken over.",
});
