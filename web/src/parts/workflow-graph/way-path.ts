import type { Point } from "@dagrejs/dagre";

/** A line that leaves and reaches every point vertically. */
export function wayPath([first, ...rest]: readonly Point[]): string {
  if (first === undefined) return "";
  let { x, y } = first;
  let path = `M${x},${y}`;
  for (const next of rest) {
    const middle = (y + next.y) / 2;
    path += x === next.x ? `L${x},${next.y}` : `C${x},${middle} ${next.x},${middle} ${next.x},${next.y}`;
    ({ x, y } = next);
  }
  return path;
}
