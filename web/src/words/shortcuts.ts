/** The keys of lists, and what they do. */
export const LIST_SHORTCUTS: readonly (readonly [string, string])[] = [
  ["/", "Go to the search or filters of a list"],
  ["j, k", "Move down and up in a list"],
  ["Enter or o", "Open the row"],
  ["x", "Select the row"],
];

export const goThen = (letter: string) => `g then ${letter}`;

/** Further keys that work everywhere. */
export const OTHER_SHORTCUTS: readonly (readonly [string, string])[] = [
  ["Esc", "Close a panel, leave a search"],
  ["?", "This sheet"],
];
