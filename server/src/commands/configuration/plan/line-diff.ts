/** A line of a comparison: kept (" "), removed or added. */
export interface DiffLine {
  readonly sign: " " | "-" | "+" | "…";
  readonly text: string;
}

const CONTEXT = 2;
// Beyond this, the table of the comparison would take longer than anybody reads.
const MOST_CELLS = 4_000_000;

/** What differs between two texts, line by line, each change with two lines around it. */
export function compareLines(before: string, after: string): DiffLine[] {
  const [old, now] = [toLines(before), toLines(after)];
  if (old.length * now.length > MOST_CELLS)
    return [...old.map((text) => line("-", text)), ...now.map((text) => line("+", text))];
  return withContext(alignLines(old, now));
}

/** The end of the last line begins no other. */
function toLines(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** By the longest common subsequence of lines. */
function alignLines(old: readonly string[], now: readonly string[]): DiffLine[] {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < now.length) {
    const [gone = "", added = ""] = [old[row], now[column]];
    if (row < old.length && column < now.length && gone === added) {
      lines.push(line(" ", gone));
      row++;
      column++;
    } else if (row < old.length && (column === now.length || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(line("-", gone));
      row++;
    } else {
      lines.push(line("+", added));
      column++;
    }
  }
  return lines;
}

function withContext(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== " ");
  const kept: DiffLine[] = [];
  lines.forEach((one, index) => {
    if (isNear(index)) kept.push(one);
    else if (kept.at(-1)?.sign !== "…") kept.push(line("…", ""));
  });
  return kept;
}

function line(sign: DiffLine["sign"], text: string): DiffLine {
  return { sign, text };
}
