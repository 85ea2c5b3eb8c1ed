/** The pattern that `like` finds wherever `text` occurs, with its wildcards taken literally. */
export function buildLikePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
