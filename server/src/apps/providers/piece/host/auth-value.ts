import type { Json } from "../../../../platform/json/json.ts";
import type { Credential, JsonObject } from "../../../connector.ts";
import type { Piece, PieceAuth, PieceProperty } from "../piece.ts";
import { findPieceAuth } from "./sign-in.ts";

/** A credential as the pieces' original engine stores it, tagged with its kind. */
type TaggedAuth =
  | { type: "OAUTH2"; access_token: Json | undefined; data: JsonObject; props: JsonObject }
  | { type: "SECRET_TEXT"; secret_text: Json | undefined }
  | { type: "BASIC_AUTH"; username: Json | undefined; password: Json | undefined }
  | { type: "CUSTOM_AUTH"; props: JsonObject };

/** The `auth` of actions, triggers and choices: tagged, except for pieces older than versioned contexts. */
export function buildAuthValue(piece: Piece, credential: Credential): unknown {
  const tagged = taggedAuth(piece, credential);
  return piece.getContextInfo === undefined ? untagged(tagged) : tagged;
}

/** The `auth` of `validate`, whatever the version of the piece's context. */
export function buildValidationValue(piece: Piece, credential: Credential): unknown {
  return untagged(taggedAuth(piece, credential));
}

function taggedAuth(piece: Piece, credential: Credential): TaggedAuth | undefined {
  const found = findPieceAuth(piece, credential);
  if (found === undefined) return undefined;
  const { auth, values } = found;
  switch (auth.type) {
    case "OAUTH2":
      return { type: auth.type, access_token: values.access_token, data: values, props: credential.settings };
    case "SECRET_TEXT":
      return { type: auth.type, secret_text: values.secret_text };
    case "BASIC_AUTH":
      return { type: auth.type, username: values.username, password: values.password };
    case "CUSTOM_AUTH":
      return { type: auth.type, props: propsOf(auth, values) };
    default:
      return undefined;
  }
}

/** A single secret and custom fields are untagged; OAuth2 and basic credentials always have their tag. */
function untagged(auth: TaggedAuth | undefined): unknown {
  if (auth?.type === "SECRET_TEXT") return auth.secret_text;
  return auth?.type === "CUSTOM_AUTH" ? auth.props : auth;
}

function propsOf({ props = {} }: PieceAuth, values: JsonObject): JsonObject {
  const entries = Object.entries(values).map(([name, value]): [string, Json] => {
    const property = Object.hasOwn(props, name) ? props[name] : undefined;
    return [name, property === undefined ? value : offeredValue(property, value)];
  });
  return Object.fromEntries(entries);
}

/** Customers choose by text; the piece receives the value that it offered. */
function offeredValue({ type, options }: PieceProperty, value: Json): Json {
  if (!type.endsWith("DROPDOWN") || typeof options !== "object") return value;
  const choice = options.options?.find((one) => String(one.value) === value);
  const offered = choice === undefined ? value : (choice.value as Json); // choices are JSON
  return type.includes("MULTI_SELECT") ? [offered] : offered;
}
