/** A part of a file: from its first byte to the one before `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The part of `size` bytes that a header `Range` asks for (RFC 9110); undefined for all of them, as for several ranges
 * and for what is not understood.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] =
    /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const from = Math.max(0, size - Number(last));
    return from < size ? { from, to: size } : "unsatisfiable";
  }
  const from = Number(first);
  const to = last === "" ? size : Math.min(size, Number(last) + 1);
  if (last !== "" && Number(last) < from) return undefined;
  return from < size ? { from, to } : "unsatisfiable";
}
