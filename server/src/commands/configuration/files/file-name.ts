const LONGEST = 80;

/** A file name from a record's name: lower-case letters, digits and hyphens, not yet in `taken`, to which it is added. */
export function createFileName(name: string, taken: Set<string>): string {
  const words = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const base =
    words
      .replace(/[^\p{L}\p{N}._]+/gu, "-")
      .replace(/^[-.]+|[-.]+$/g, "")
      .slice(0, LONGEST) || "unnamed";
  for (let count = 1; ; count++) {
    const file = count === 1 ? `${base}.yaml` : `${base}-${count}.yaml`;
    // File systems that ignore case would write one over the other.
    if (taken.has(file.toLowerCase())) continue;
    taken.add(file.toLowerCase());
    return file;
  }
}
