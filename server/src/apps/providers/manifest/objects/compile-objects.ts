import { isObject, type Json } from "../../../../platform/json/json.ts";
import { createConstant } from "../../../../platform/memory/computed-once.ts";
import { loadTypeboxCompile } from "../../../../platform/memory/late-packages.ts";
import type { JsonObject } from "../../../connector.ts";
import type { ManifestProblem } from "../schema/manifest-error.ts";
import { findShapeProblems } from "../schema/shape-problems.ts";
import { buildTrigger, buildTriggerId } from "./changes.ts";
import { mergeMaps } from "./merge-maps.ts";
import { CHANGES, type ManifestObject, ObjectsSchema, VERBS } from "./object-schema.ts";
import { buildOptionList } from "./option-of-list.ts";
import { buildAction, buildOwnAction } from "./verbs.ts";
import { buildWords, type ObjectWords, renderWords } from "./words.ts";

type Path = ManifestProblem["path"];

/** A manifest whose objects have become actions, triggers and option lists. */
export interface CompiledObjects {
  value: Json;
  problems: ManifestProblem[];
  /** Where the source says what stands at a path of `value`. */
  sourceOf(path: Path): Path;
}

const KINDS = ["actions", "triggers", "options"] as const;

const getValidator = createConstant(() => loadTypeboxCompile().Compile(ObjectsSchema));

/** Expands the `objects` of a manifest that nothing has validated yet; without any, it is the value itself (D477). */
export function compileObjects(value: Json): CompiledObjects {
  if (!isObject(value) || (value.objects === undefined && value.object_kinds === undefined))
    return { value, problems: [], sourceOf: same };
  const shape = findShapeProblems(getValidator().Errors(value));
  if (shape.length > 0) return { value, problems: shape, sourceOf: same };
  const { objects, object_kinds = {}, ...rest } = value;
  const own = objects as { [id: string]: JsonObject }; // the shape is valid, here and below
  const kinds = object_kinds as { [kind: string]: JsonObject };
  const problems = Object.entries(own).flatMap(([id, object]) => findObjectProblems(id, object, kinds));
  if (problems.length > 0) return { value, problems, sourceOf: same };
  if (measure(own, kinds) > MOST_SOURCE) {
    const message = "are larger than 512 KiB with what their kinds say";
    return { value, problems: [{ path: ["objects"], message }], sourceOf: same };
  }
  return assemble(rest, compileEach(own, kinds));
}

type Sources = { [name: string]: JsonObject };

/** How many characters all objects have with what their kinds say, which is not merged before that is known. */
function measure(objects: Sources, kinds: Sources): number {
  const lengths = new Map(Object.entries(kinds).map(([id, kind]) => [id, JSON.stringify(kind).length]));
  return Object.values(objects).reduce(
    (sum, { kind, ...own }) => sum + (lengths.get(String(kind)) ?? 0) + JSON.stringify(own).length,
    0,
  );
}

function* compileEach(objects: Sources, kinds: Sources): Generator<Part> {
  for (const [id, { kind, ...own }] of Object.entries(objects)) {
    const common = kind === undefined ? {} : kinds[String(kind)];
    yield* compileObject(id, mergeMaps(common, own) as unknown as ManifestObject); // both have its shape
  }
}

const LONGEST_PATH = 1000;

/** What the shape of an object does not say. */
function findObjectProblems(id: string, { kind, ...own }: JsonObject, kinds: Sources): ManifestProblem[] {
  const at = (name: string, message: string) => [{ path: ["objects", id, name], message }];
  if (kind !== undefined && !Object.hasOwn(kinds, String(kind)))
    return at("kind", "is not one of object_kinds");
  const common = kinds[String(kind)] ?? {};
  const object: JsonObject = { ...common, ...own };
  const listed = new Set([object.verbs, object.changes].flat());
  const unused = [...VERBS, ...CHANGES].filter((name) => own[name] !== undefined && !listed.has(name));
  const undeclared = [object.required ?? []]
    .flat()
    .filter(
      (name) => ![common.fields, own.fields].some((one) => isObject(one) && Object.hasOwn(one, String(name))),
    );
  const path = renderWords(object.path ?? "", buildWords(id, object as unknown as ManifestObject)); // it has its shape
  const needsPath = object.path === undefined && VERBS.some((verb) => verb !== "search" && listed.has(verb));
  return [
    ...unused.flatMap((name) => at(name, "is not among its verbs and changes")),
    ...(undeclared.length > 0 ? at("required", `names ${undeclared.join(", ")}, which is not a field`) : []),
    ...(needsPath ? at("path", "is missing") : []),
    ...(String(path).length > LONGEST_PATH
      ? at("path", "is longer than 1,000 characters with its words")
      : []),
  ];
}

/** What an object adds: one action, trigger or option list. */
interface Part {
  kind: (typeof KINDS)[number];
  id: string;
  value: JsonObject;
  source: Path;
}

function* compileObject(id: string, object: ManifestObject): Generator<Part> {
  const words = buildWords(id, object);
  const path = renderWords(object.path ?? "", words) as string; // it was a string
  const known = { ...words, path, item: `${path}/{{ input.${words.id_name} }}` };
  for (const part of partsOf(id, { object, words }))
    yield { ...part, value: renderWords(part.value, known) as JsonObject };
}

function* partsOf(id: string, source: CompiledObject): Generator<Part> {
  yield* verbParts(id, source);
  yield* ownParts(id, source);
  yield* changeParts(id, source);
  yield* optionParts(id, source);
}

interface CompiledObject {
  object: ManifestObject;
  words: ObjectWords;
}

function verbParts(id: string, source: CompiledObject): Part[] {
  return (source.object.verbs ?? []).map((verb) => {
    const name = verb === "list" || verb === "search" ? source.words.plural_id : id;
    return {
      kind: "actions",
      id: `${verb}_${name}`,
      value: buildAction(verb, source),
      source: ["objects", id, verb],
    };
  });
}

function ownParts(id: string, source: CompiledObject): Part[] {
  return KINDS.flatMap((kind) => {
    const own = (source.object[kind] ?? {}) as { [name: string]: JsonObject }; // manifests are JSON
    return Object.entries(own).map(([name, value]) => ({
      kind,
      id: String(renderWords(name, source.words)),
      value: kind === "actions" ? buildOwnAction(value, source) : value,
      source: ["objects", id, kind, name],
    }));
  });
}

function changeParts(id: string, { object, words }: CompiledObject): Part[] {
  return (object.changes ?? []).map((change) => ({
    kind: "triggers",
    id: buildTriggerId(change, id),
    value: buildTrigger(change, object, words),
    source: ["objects", id, change],
  }));
}

function optionParts(id: string, source: CompiledObject): Part[] {
  const { option } = source.object;
  if (option === undefined) return [];
  const needed = Object.keys(source.object.within ?? {});
  const value = buildOptionList(option, buildAction("list", source), needed);
  return [{ kind: "options", id: source.words.plural_id, value, source: ["objects", id, "list"] }];
}

/** The most that all objects of a manifest may have, and may become. */
const MOST_SOURCE = 512 * 1024;
const MOST_CHARACTERS = 4 * 1024 * 1024;

function assemble(rest: JsonObject, parts: Iterable<Part>): CompiledObjects {
  const problems: ManifestProblem[] = [];
  const made = new Map(
    KINDS.map((kind) => [kind, new Map(isObject(rest[kind]) ? Object.entries(rest[kind]) : [])]),
  );
  const sources = new Map<string, Path>();
  let characters = 0;
  for (const { kind, id, value: part, source } of parts) {
    const text = JSON.stringify(part);
    characters += text.length;
    if (characters > MOST_CHARACTERS) {
      problems.push({ path: ["objects"], message: "become more than 4 MiB" });
      break;
    }
    const [, unknown] = UNKNOWN_WORD.exec(text) ?? [];
    if (unknown !== undefined)
      problems.push({ path: source, message: `refers to object.${unknown}, which does not exist` });
    const there = made.get(kind);
    if (there?.has(id)) problems.push({ path: source, message: `makes ${kind}.${id}, which exists already` });
    there?.set(id, part);
    sources.set(`${kind}.${id}`, source);
  }
  // What is no object is left for the check of the shape to refuse.
  const whole = [...made].filter(([kind]) => rest[kind] === undefined || isObject(rest[kind]));
  const value: JsonObject = {
    ...rest,
    ...Object.fromEntries(whole.map(([kind, members]) => [kind, Object.fromEntries(members)])),
  };
  const sourceOf = (path: Path): Path => {
    const source = sources.get(path.slice(0, 2).join("."));
    return source === undefined ? path : [...source, ...path.slice(2)];
  };
  return { value, problems, sourceOf };
}

const UNKNOWN_WORD = /\{\{\s*object\.([^\s}]*)/;

const same = (path: Path): Path => path;
