import type { JsonObject } from "../../connector.ts";
import type { ManifestRequest } from "../manifest/schema/schema-parts.ts";

/** The inputs of an action that is being built. */
export interface Inputs {
  properties: Record<string, JsonObject>;
  required: string[];
  /** How lists and objects are sent, by input. */
  styles: NonNullable<ManifestRequest["styles"]>;
  /** Inputs that are required as soon as one of `members` is given. */
  together?: { members: string[]; required: string[] };
}

const PLAIN = /^[A-Za-z0-9_$@-]{1,64}$/;
const RESERVED = ["__proto__", "constructor", "prototype"];

/** Adds an input and returns its name: `wanted`, unless that is taken or not a plain name. */
export function addInput(
  { properties, required }: Pick<Inputs, "properties" | "required">,
  wanted: string,
  { schema, isRequired }: { schema: JsonObject; isRequired: boolean },
): string {
  const plain = PLAIN.test(wanted) ? wanted : wanted.replace(/[^A-Za-z0-9_]+/g, "_").slice(0, 60);
  const base =
    plain === "" || plain === "_" || RESERVED.includes(plain) ? `input_${plain.replaceAll("_", "")}` : plain;
  let name = base;
  for (let i = 2; Object.hasOwn(properties, name); i++) name = `${base}_${i}`;
  properties[name] =
    name === wanted || schema.title !== undefined ? schema : { title: wanted.slice(0, 200), ...schema };
  if (isRequired) required.push(name);
  return name;
}

/** The placeholder of an input in a template. */
export function buildInputPlaceholder(name: string): string {
  return `{{ input.${name} }}`;
}
