import type { Manifest } from "../../server/src/apps/providers/manifest/schema/manifest-schema.ts";
import { isObject, type Json } from "../../server/src/platform/json/json.ts";
import { membersOf, type SentValue } from "./find-mismatches.ts";

/** A request that a connector makes, with its templates' values left open. */
export interface SentRequest {
  /** `actions.create_customer`, `triggers.new_order.poll`, `options.products`. */
  readonly of: string;
  readonly method: string;
  /** With `{}` in place of each segment that has a template. */
  readonly path: string;
  readonly query: ReadonlyMap<string, SentValue>;
  readonly body: ReadonlyMap<string, SentValue>;
  /** The template of a body in JSON, and the schema of the input from which it is filled. */
  readonly json: Json | undefined;
  readonly input: Json;
}

type Request = Manifest["actions"][string]["request"];
type Paging = NonNullable<Manifest["options"]>[string]["paging"];

/** Every request that a manifest's actions, option lists, polls and check make at its own base address. */
export function listSentRequests(manifest: Manifest): SentRequest[] {
  const read = (of: string, request: Request, input: unknown, paging?: Paging) =>
    readRequest({ of, request, input: input as Json, paging }, manifest); // manifests are JSON
  const { actions, options = {}, triggers = {}, check } = manifest;
  return [
    ...(check ? [read("check", check.request, {})] : []),
    ...Object.entries(actions).map(([id, one]) => read(`actions.${id}`, one.request, one.input, one.paging)),
    ...Object.entries(actions).flatMap(([id, { columns, input }]) =>
      columns ? [read(`actions.${id}.columns`, columns.request, input)] : [],
    ),
    ...Object.entries(options).map(([id, one]) => read(`options.${id}`, one.request, {}, one.paging)),
    ...Object.entries(triggers).flatMap(([id, { poll, input }]) =>
      poll ? [read(`triggers.${id}.poll`, poll.request, input, poll.paging)] : [],
    ),
  ];
}

interface Source {
  of: string;
  request: Request;
  input: Json;
  paging: Paging;
}

function readRequest({ of, request, input, paging }: Source, { base_url }: Manifest): SentRequest {
  // A whole address may be the customer's own.
  const address = (request.base_url ?? base_url).replace(/^\{\{.*?\}\}/, "").replaceAll(/\{\{.*?\}\}/g, "x");
  const base = new URL(address, "https://vendor.example").pathname.replace(/\/$/, "");
  const { json, form, multipart } = request as { json?: Json; form?: Json; multipart?: Json };
  const body = { ...membersOf(json), ...membersOf(form), ...membersOf(multipart) };
  const targets = Object.values(paging ?? {}).flatMap((manner) =>
    isObject(manner as Json) && typeof (manner as { to?: unknown }).to === "string"
      ? [(manner as { to: string }).to]
      : [],
  );
  const sent = (members: { [name: string]: Json }, place: string) =>
    new Map([
      ...Object.entries(members).map(
        ([name, value]) => [nameOf(name), readValue(value, membersOf(input))] as const,
      ),
      ...targets
        .filter((target) => target.startsWith(`${place}.`))
        .map((target) => [nameOfTarget(target, place), { always: false }] as const),
    ]);
  const asForm = targets.some((target) => target.startsWith("form."));
  return {
    of,
    method: request.method,
    path:
      base +
      request.path
        .split("/")
        .map((part) => (part.includes("{{") ? "{}" : part))
        .join("/"),
    query: sent(membersOf(request.query as Json), "query"),
    body: new Map([...sent(body, asForm ? "form" : "json"), ...readWhole(json, input)]),
    json,
    input,
  };
}

/** A body that is a whole input has the members that this input names. */
function readWhole(json: Json | undefined, input: Json): [name: string, value: SentValue][] {
  const name = typeof json === "string" ? WHOLE_INPUT.exec(json)?.[1] : undefined;
  const schema = membersOf(membersOf(membersOf(input).properties)[name ?? ""]);
  return Object.keys(membersOf(schema.properties)).map((member) => [
    member,
    readValue(`{{ input.${member} }}`, schema),
  ]);
}

const WHOLE_INPUT = /^\{\{\s*input\.(\w+)\s*\}\}$/;

/** `expand[]` and `metadata[key]` are `expand` and `metadata`. */
const nameOf = (name: string) => name.replace(/\[.*$/, "");
/** `json.variables.after` sets a member of `variables`; names in a query or a form may have dots. */
const nameOfTarget = (target: string, place: string) => {
  const name = nameOf(target.slice(place.length + 1));
  return place === "json" ? name.replace(/\..*$/, "") : name;
};

/** A fixed value is always sent, and an input if it is required; an input's choices are its values. */
function readValue(template: Json, input: { [name: string]: Json }): SentValue {
  if (typeof template !== "string") return { always: true, ...(isFixed(template) && { values: [template] }) };
  const name = WHOLE_INPUT.exec(template)?.[1];
  if (name === undefined)
    return template.includes("{{") ? { always: true } : { always: true, values: [template] };
  const schema = membersOf(membersOf(input.properties)[name]);
  const required = Array.isArray(input.required) && input.required.includes(name);
  const choices = schema.enum ?? membersOf(schema.items).enum;
  return {
    always: required || schema.default !== undefined,
    ...(Array.isArray(choices) && { values: choices.filter((one) => one !== null) }),
  };
}

const isFixed = (value: Json) => typeof value === "number" || typeof value === "boolean";
