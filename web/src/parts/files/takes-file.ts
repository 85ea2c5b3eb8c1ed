/** The parts of a JSON Schema that say whether its values are files. */
interface FileSchema {
  readonly required?: readonly string[];
  readonly contentEncoding?: string;
}

/** Whether a file may be given for a value: a reference to it, also in place of base64. */
export function takesFile({ required = [], contentEncoding }: FileSchema): boolean {
  return required.includes("$file") || contentEncoding === "base64";
}
