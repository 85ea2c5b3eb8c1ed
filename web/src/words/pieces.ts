/** The copy of installing pieces, and of one that is installed. */
export const PIECES = {
  menu: "From an Activepieces piece",
  title: "Install a piece",
  text: "Pieces are connectors that Activepieces and others publish on npm. An installed piece becomes an application in both environments.",
  warning: "Install only packages you trust",
  warningText:
    "A piece is a program that runs on this server and sees the credentials of its connections. Check its license, too.",
  notHere: "Pieces cannot be installed here",
  ownersOnly: "Only owners in production can install, update and remove pieces.",
  package: "Package",
  packageHelp:
    "Its name on npm, such as @activepieces/piece-notion. activepieces.com/pieces lists those of Activepieces.",
  packagePlaceholder: "@activepieces/piece-notion",
  version: "Version",
  versionHelp: "Leave empty for the newest. The version stays until you change it.",
  versionPlaceholder: "1.2.3",
  install: "Install piece",

  installing: (name: string) => `Installing ${name}`,
  installingText: "This can take up to two minutes, and goes on if you leave this page.",
  failed: (name: string) => `${name} could not be installed`,
  failedStays: (version: string) => `Version ${version} is still in use.`,
  again: "Try again",
  another: "Install another piece",
  installed: (name: string, version: string) => `${name} ${version} is installed.`,
  parts: (actions: number, triggers: number) => {
    const parts = [
      actions > 0 && (actions === 1 ? "1 action" : `${actions} actions`),
      triggers > 0 && (triggers === 1 ? "1 trigger" : `${triggers} triggers`),
    ].filter((part) => part !== false);
    return parts.length === 0
      ? "It has no action or trigger for workflows."
      : `${parts.join(" and ")} can be used in workflows.`;
  },
  leftOut: "Not supported here",
  open: (name: string) => `Open ${name}`,

  tab: "Package",
  facts: "About this package",
  integrity: "Integrity",
  sha256: "SHA-256",
  size: "Size",
  installedAt: "Installed",
  installedBy: (name: string) => `by ${name}`,
  local: "None: it was installed from a folder",
  versions: "Stored versions",
  inUse: "In use",
  use: "Use",
  switchTitle: (version: string) => `Use version ${version}`,
  switchText: (name: string, version: string) =>
    `All connections and workflows of ${name} use version ${version} from now on. Calls that are running end with the version that they began with.`,
  used: (version: string) => `Version ${version} is in use.`,
  update: "Update",
  updateTitle: "Install another version",
  remove: "Remove piece",
  removeTitle: (name: string) => `Remove ${name}`,
  removeText: (name: string) =>
    `This removes ${name} with all its versions from both environments. Connections stay, and work again if you install the same package again.`,
  removeAnyway: "Remove anyway",
  removed: (name: string) => `${name} was removed.`,
};
