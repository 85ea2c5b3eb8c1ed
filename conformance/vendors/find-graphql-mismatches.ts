import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
  validate,
} from "graphql";
import { isObject, type Json } from "../../server/src/platform/json/json.ts";
import { membersOf } from "./find-mismatches.ts";
import type { SentRequest } from "./sent-requests.ts";

// Scalars that do not take text, by the types of JSON that they take.
const SCALARS: Readonly<Record<string, readonly string[]>> = {
  Int: ["integer"],
  Float: ["number", "integer"],
  Boolean: ["boolean"],
  JSON: ["object", "array", "string", "number", "integer", "boolean"],
  JSONObject: ["object"],
};
const WHOLE = /^\{\{\s*input\.(\w+)\s*\}\}$/;

/** How a GraphQL request differs from the vendor's schema, in clauses: its document, and what its variables get. */
export function findGraphqlMismatches({ json, input }: SentRequest, schema: GraphQLSchema): string[] {
  const { query, variables } = membersOf(json);
  if (typeof query !== "string") return ["there is no GraphQL document"];
  const document = parse(query);
  const [operation] = document.definitions.filter(
    (one): one is OperationDefinitionNode => one.kind === "OperationDefinition",
  );
  const declared = operation?.variableDefinitions ?? [];
  const names = declared.map(({ variable }) => variable.name.value);
  const sent = membersOf(variables);
  return [
    ...validate(schema, document).map(({ message }) => message.replace(/\.$/, "")),
    ...Object.keys(sent)
      .filter((name) => !names.includes(name))
      .map((name) => `the variable ${name} is not declared`),
    ...declared.flatMap(({ variable, type: node }) => {
      const type = typeFromAST(schema, node);
      const name = variable.name.value;
      if (!isInputType(type)) return [];
      return judgeValue({ path: `$${name}`, value: sent[name], type, input });
    }),
  ];
}

interface TypedValue {
  readonly path: string;
  /** A template; undefined if it is not sent. */
  readonly value: Json | undefined;
  readonly type: GraphQLInputType;
  readonly input: Json;
}

function judgeValue({ path, value, type, input }: TypedValue): string[] {
  if (value === undefined) return isNonNullType(type) ? [`${path} is required`] : [];
  const known = typeof value === "string" ? WHOLE.exec(value)?.[1] : undefined;
  if (known !== undefined) {
    const { properties, required = [] } = membersOf(input);
    const schema = membersOf(membersOf(properties)[known]);
    const isSent = (required as Json[]).includes(known) || schema.default !== undefined;
    return [
      ...(isNonNullType(type) && !isSent ? [`${path} is required`] : []),
      ...judgeInput(path, schema, type),
    ];
  }
  const plain = getNullableType(type);
  if (isListType(plain))
    return (Array.isArray(value) ? value : [value]).flatMap((item) =>
      judgeValue({ path: `${path}[]`, value: item, type: plain.ofType, input }),
    );
  if (isInputObjectType(plain)) {
    if (!isObject(value)) return [`${path} is no object`];
    const fields = plain.getFields();
    return [
      ...Object.keys(value)
        .filter((name) => fields[name] === undefined)
        .map((name) => `${path}.${name} is not in ${plain.name}`),
      ...Object.values(fields).flatMap(({ name, type: inner }) =>
        judgeValue({ path: `${path}.${name}`, value: value[name], type: inner, input }),
      ),
    ];
  }
  // What else a template may give is known only when it runs.
  if (typeof value === "string" && value.includes("{{")) return [];
  return judgeInput(path, { type: typeOf(value), enum: [value] }, type);
}

const typeOf = (value: Json) => (Number.isInteger(value) ? "integer" : typeof value);

/** Whether a field takes all that the schema of an input allows. */
function judgeInput(path: string, schema: { [name: string]: Json }, type: GraphQLInputType): string[] {
  const plain = getNullableType(type);
  const { items, enum: choices } = schema;
  const types = [schema.type ?? []].flat().filter((one) => one !== "null");
  if (isListType(plain) && types.includes("array"))
    return judgeInput(`${path}[]`, membersOf(items), plain.ofType);
  const named = getNamedType(plain);
  const values = isEnumType(named) ? named.getValues().map((one) => one.name) : undefined;
  const wrong =
    Array.isArray(choices) && values ? choices.filter((one) => !values.includes(String(one))) : [];
  const taken = isInputObjectType(named) ? ["object"] : (SCALARS[named.name] ?? ["string"]);
  const refused = types.filter((one) => !taken.includes(String(one)));
  return [
    ...refused.map((one) => `${path} is ${named.name}, which takes no ${one}`),
    ...wrong.map((one) => `${path} does not take ${JSON.stringify(one)}`),
  ];
}
