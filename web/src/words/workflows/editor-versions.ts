/** The copy of versions within the editor. */
export const EDITOR_VERSIONS = {
  title: "Changes and versions",
  help: "What your draft changes, saved or not.",
  compareWith: "Compared with",
  published: (version: string) => `${version}, published`,
  takeOver: (version: string) => `Take over ${version.toLowerCase()}`,
  takeOverHelp: "Puts its steps and fields into your draft. Undo brings yours back.",
  taken: (version: string) => `${version} taken over.`,
};
