// A double holds every number with fewer digits.
const LONG_NUMBER = /[\d.]{16}/;

interface RawJson {
  rawJSON?(text: string): unknown;
}

/** A number as its JSON was written, with more digits than JavaScript's own numbers: shown and sent as it is. */
export class ExactNumber extends Number {
  readonly text: string;

  constructor(text: string) {
    super(text);
    this.text = text;
    // No member of the value that it is.
    Object.defineProperty(this, "text", { enumerable: false });
  }

  override toString(): string {
    return this.text;
  }

  toJSON(): unknown {
    return (JSON as RawJson).rawJSON?.(this.text) ?? Number(this);
  }
}

/** `JSON.parse`, with long numbers as they are written. Browsers from before 2025 round them. */
export function parseExactJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepLongNumber) : JSON.parse(text);
}

function keepLongNumber(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  const isKept = typeof value !== "number" || source === undefined || String(value) === source;
  return isKept ? value : new ExactNumber(source);
}
