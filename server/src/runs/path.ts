/**
 * Paths name the steps of a run: a node by its id, inside a loop after the loop's own path and the number of the
 * item, `loop[3]/node`. Characters of ids that would be read as part of a path are percent-encoded.
 */
export function buildStepPath(prefix: string, nodeId: string): string {
  return prefix + nodeId.replace(/[%/[\]]/g, (character) => encodeURIComponent(character));
}

/** The number of the item in the outermost loop of a path; undefined for a step outside loops. */
export function getItemIndex(path: string): number | undefined {
  const [, index] = /\[(\d+)\]/.exec(path) ?? [];
  return index === undefined ? undefined : Number(index);
}

/** The prefix of all paths inside a loop. */
export function buildLoopPrefix(loopPath: string): string {
  return `${loopPath}[`;
}

/** The prefix of all paths of one item of a loop. */
export function buildItemPrefix(loopPath: string, index: number): string {
  return `${loopPath}[${index}]/`;
}
