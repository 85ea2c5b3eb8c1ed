import type { FileValue } from "../../../../files/file-value.ts";
import type { Json } from "../../../../platform/json/json.ts";
import type { JsonObject } from "../../../connector.ts";
import type { FileContents, PieceDemand } from "../messages.ts";
import type { PieceProperty } from "../piece.ts";

/** A file as pieces get it. */
class PieceFile {
  readonly filename: string;
  readonly data: Buffer;
  readonly extension: string;
  constructor(filename: string, data: Buffer) {
    this.filename = filename;
    this.data = data;
    this.extension = /\.([^.]+)$/.exec(filename)?.[1] ?? "";
  }
  get base64(): string {
    return this.data.toString("base64");
  }
}

type Props = Readonly<Record<string, PieceProperty>>;

/** An action's inputs with the files themselves in its fields for files, also within lists. */
export function buildPieceInput(props: Props, input: Json, files: FileContents): Record<string, unknown> {
  const entries = Object.entries(input as JsonObject).map(([name, value]): [string, unknown] => {
    const property = Object.hasOwn(props, name) ? props[name] : undefined;
    return [name, property === undefined ? value : fillProperty(property, value, files)];
  });
  return Object.fromEntries(entries);
}

function fillProperty({ type, properties }: PieceProperty, value: Json, files: FileContents): unknown {
  if (type === "FILE") return toPieceFile(value, files);
  if (type !== "ARRAY" || properties === undefined || !Array.isArray(value)) return value;
  return value.map((item) => buildPieceInput(properties, item, files));
}

function toPieceFile(value: Json, files: FileContents): unknown {
  const { $file } = (value ?? {}) as { $file?: string };
  const file = $file !== undefined && Object.hasOwn(files, $file) ? files[$file] : undefined;
  return file === undefined ? value : new PieceFile(file.name, Buffer.from(file.base64, "base64"));
}

/** The files that a piece stores while it handles one request. */
export interface StoredFiles {
  /** Returns a text that stands for the file in the piece's result. */
  write(file: { fileName: string; data: Uint8Array }): Promise<string>;
  /** A member of the result, with the file's value in place of that text. */
  replace(member: unknown): unknown;
}

/** Stores files with Junctor. */
export function createStoredFiles(demand: (demand: PieceDemand) => Promise<Json>): StoredFiles {
  const values = new Map<unknown, Json>();
  return {
    write: async ({ fileName, data }) => {
      const value = await demand({
        verb: "saveFile",
        fileName: String(fileName),
        base64: Buffer.from(data).toString("base64"),
      });
      const text = `junctor-file:${(value as FileValue).$file}`; // what saveFile returns
      values.set(text, value);
      return text;
    },
    replace: (member) => values.get(member) ?? member,
  };
}
