import { parseJson } from "../json/parse-json.ts";

const JSON_TYPE = 114;
const JSONB_TYPE = 3802;

/** How columns with JSON are read, by the type's number: with all digits of their numbers (D442). */
export const JSON_PARSERS: { readonly [type: number]: (text: string) => unknown } = {
  [JSON_TYPE]: parseJson,
  [JSONB_TYPE]: parseJson,
};
