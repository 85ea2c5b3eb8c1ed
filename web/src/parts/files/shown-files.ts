/** What data holds in place of a file's bytes (D454). */
export interface ShownFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
}

// More are found in the tree.
const MOST_FILES = 50;
const MOST_VALUES = 50_000;

/** The files in a value, each once, in the order in which the value has them. */
export function findFiles(value: unknown): ShownFile[] {
  const found = new Map<string, ShownFile>();
  const open: unknown[] = [value];
  for (let looked = 0; open.length > 0 && looked < MOST_VALUES && found.size < MOST_FILES; looked++) {
    const one = open.pop();
    if (typeof one !== "object" || one === null) continue;
    const file = toFile(one);
    if (file) found.set(file.id, file);
    else open.push(...Object.values(one).slice(0, MOST_VALUES).reverse());
  }
  return [...found.values()];
}

/** The file that a value stands for, if it does. */
export function toFile(value: object): ShownFile | undefined {
  const { $file: id, name, content_type: contentType, size } = value as Readonly<Record<string, unknown>>;
  if (typeof id !== "string" || typeof name !== "string" || typeof size !== "number") return undefined;
  return { id, name, contentType: typeof contentType === "string" ? contentType : "", size };
}
