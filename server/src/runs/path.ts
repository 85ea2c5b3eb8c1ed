/**
 * Paths name the steps of a run: a node by its id, inside a loop behind the loop's own path and the number of the
 * item, `loop[3]/node`. What would be read as part of a path is percent-encoded in ids.
 */
export function buildStepPath(prefix: string, nodeId: string): string {
  return prefix + nodeId.replace(/[%/[\]]/g, (character) => encodeURIComponent(character));
}

/** The number of the item in the outermost loop of a path; undefined for a step that is in none. */
export function getItemIndex(path: string): number | undefined {
  const [, index] = /\[(\d+)\]/.exec(path) ?? [];
  return index === undefined ? undefined : Number(index);
}

/** What all paths inside of a loop begin with. */
export function buildLoopPrefix(loopPath: string): string {
  return `${loopPath}[`;
}

/** What all paths of one item of a loop begin with. */
export function buildItemPrefix(loopPath: string, index: number): string {
  return `${loopPath}[${index}]/`;
}
