/** The text of a description, split at its code, which is at the odd positions. Links become their texts. */
export function getProse(markdown: string): string[] {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").split("`");
}
