import { Document, isMap, isScalar, isSeq, visit } from "yaml";
import { isObject, type Json } from "../../../platform/json/json.ts";
import type { RecordDocument, ResourceKind } from "../kind.ts";
import { buildFileSchema } from "./file-schema.ts";
import { isVariable } from "./variables.ts";

/** The folder of the schemas that editors read, beside those of the files. */
export const SCHEMAS_FOLDER = ".schemas";

/** The YAML text of a record's file; texts of several lines are blocks, so that their changes are lines. */
export function renderFile(kind: ResourceKind, document: RecordDocument): string {
  const yaml = new Document(document);
  const schemas = kind.isSingle ? SCHEMAS_FOLDER : `../${SCHEMAS_FOLDER}`;
  yaml.commentBefore = ` yaml-language-server: $schema=${schemas}/${kind.folder}.json`;
  visit(yaml, {
    Pair: (_key, { key, value }) => {
      // Small objects of a graph: a line each.
      const name = isScalar(key) ? key.value : undefined;
      if (name === "position" && isMap(value)) value.flow = true;
      if (name === "edges" && isSeq(value)) for (const edge of value.items) if (isMap(edge)) edge.flow = true;
    },
  });
  return yaml.toString({ lineWidth: 0, blockQuote: "literal" });
}

/** The text of a kind's schema file. */
export function renderSchema(kind: ResourceKind): string {
  return `${JSON.stringify(buildFileSchema(kind), null, 2)}\n`;
}

/** The document with the variables that the file names, at the same places: a name is never replaced by its value. */
export function withVariables(document: Json, written: Json | undefined): Json {
  if (isVariable(written)) return written;
  if (Array.isArray(document))
    return document.map((item, index) => withVariables(item, findItem(item, index, written)));
  if (!isObject(document)) return document;
  const members = isObject(written) ? written : {};
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name, withVariables(value, members[name])]),
  );
}

/** The item of the written list with the same id, or at the same place. */
function findItem(item: Json, index: number, written: Json | undefined): Json | undefined {
  if (!Array.isArray(written)) return undefined;
  if (!isObject(item) || typeof item.id !== "string") return written[index];
  return written.find((one) => isObject(one) && one.id === item.id);
}
