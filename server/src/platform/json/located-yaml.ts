import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import type { Json } from "./json.ts";

/** The members and positions that lead to a value. */
export type ValuePath = readonly (string | number)[];

/** What is wrong with a YAML text, as a clause without a full stop. */
export interface YamlProblem {
  readonly path: ValuePath;
  readonly message: string;
  /** Counted from 1. */
  readonly line?: number;
}

/** The data of a YAML text. */
export interface LocatedYaml {
  readonly value: Json;
  /** The line, counted from 1, of the value at `path`, or of the innermost one around it. */
  lineOf(path: ValuePath): number | undefined;
}

/** Parses a YAML text of at most `maxBytes`; one that cannot be read is returned as its problems. */
export function parseLocatedYaml(
  text: string,
  maxBytes: number,
): LocatedYaml | { readonly problems: YamlProblem[] } {
  if (Buffer.byteLength(text) > maxBytes)
    return { problems: [{ path: [], message: `is larger than ${maxBytes / 1024} KiB` }] };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  if (document.errors.length > 0)
    return {
      problems: document.errors.map((error) => ({
        path: [],
        message: error.message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? "is not YAML",
        line: lines.linePos(error.pos[0]).line,
      })),
    };
  try {
    return { value: toJson(document), lineOf: (path) => lineOf(document, lines, path) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown reason";
    return { problems: [{ path: [], message: `cannot be read as data: ${reason}` }] };
  }
}

/** The round trip removes aliases, NaN and everything else that JSON lacks. */
function toJson(document: Document): Json {
  return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 })) ?? "null");
}

function lineOf(document: Document, lines: LineCounter, path: ValuePath): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}
