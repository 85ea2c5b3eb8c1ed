import { isObject, type Json } from "../../../platform/json/json.ts";
import { closeObjects } from "../../configuration/files/file-schema.ts";
import { TestFile } from "./schema.ts";

/** The name of the schema file, beside those of configuration. */
export const TEST_SCHEMA_FILE = "tests.json";

/** The text of the schema of test files, for editors. */
export function renderTestSchema(): string {
  const plain: Json = JSON.parse(JSON.stringify(TestFile));
  const closed = closeObjects(plain);
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Junctor tests of workflows",
    ...(isObject(closed) && closed),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
