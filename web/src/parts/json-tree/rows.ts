import { ExactNumber } from "../../api/exact-json.ts";

/** A line of a tree: a member of a value, with its context. */
export interface TreeRow {
  /** Its path, unique in the tree. */
  readonly path: string;
  /** Its key or index in its parent; undefined for the whole value. */
  readonly name: string | number | undefined;
  readonly value: unknown;
  /** From 1. */
  readonly level: number;
  /** Its expression in a template, if the tree has one; empty for the container of all roots. */
  readonly expression: string | undefined;
  /** How many members it has; undefined for a text, number, boolean or null. */
  readonly size: number | undefined;
  readonly isOpen: boolean;
  /** Its position among the members of its parent, from 1, and their number. */
  readonly place: number;
  readonly of: number;
  /** Whether it matches the search. */
  readonly isMatch: boolean;
}

/** Which members are expanded: all, none, or automatically the outermost levels; `except` are the others. */
export interface Folding {
  readonly all: boolean | undefined;
  readonly except: ReadonlySet<string>;
}

/** The results of a search, by path. */
export interface Found {
  readonly matches: ReadonlySet<string>;
  /** What must be expanded to show them. */
  readonly above: ReadonlySet<string>;
}

/** The initial state of a tree. */
export const AT_FIRST: Folding = { all: undefined, except: new Set() };

const ROOT = "";
const OPEN_LEVELS = 1;

interface Member {
  readonly path: string;
  readonly name: string | number | undefined;
  readonly value: unknown;
  readonly level: number;
  readonly expression: string | undefined;
  readonly place: number;
  readonly of: number;
  /** Inside a result, so that all of it is shown. */
  readonly isWithin: boolean;
}

interface RowsOptions {
  readonly expression?: string | undefined;
  readonly folding: Folding;
  readonly found?: Found | undefined;
  /** How many levels are expanded automatically. */
  readonly openLevels?: number | undefined;
}

/** The visible lines of a value: those of expanded members; in a search the results and their contents. */
export function getRows(
  value: unknown,
  { expression, folding, found, openLevels = OPEN_LEVELS }: RowsOptions,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const open: Member[] = [wholeOf(value, expression)];
  // Not recursive: a value may be nested more deeply than the stack allows.
  for (let member = open.pop(); member !== undefined; member = open.pop()) {
    const { isWithin, ...shown } = member;
    const { path, level } = member;
    const isMatch = found?.matches.has(path) ?? false;
    if (found && !isMatch && !isWithin && !found.above.has(path)) continue;
    const size = sizeOf(member.value);
    const isFirst = found ? found.above.has(path) : level <= openLevels;
    const isOpen = size !== undefined && size > 0 && (folding.all ?? isFirst) !== folding.except.has(path);
    rows.push({ ...shown, size, isOpen, isMatch });
    if (isOpen) open.push(...membersOf(member, isWithin || isMatch).reverse());
  }
  return rows;
}

/** Finds a text in the names and values of all members, ignoring case. */
export function findIn(value: unknown, text: string): Found {
  const wanted = text.toLowerCase();
  const matches = new Set<string>();
  const above = new Set<string>();
  const open: Looked[] = [{ path: ROOT, name: undefined, value, up: undefined }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { value } = one;
    const isBranch = hasMembers(value);
    const isNamed = typeof one.name === "string" && one.name.toLowerCase().includes(wanted);
    if (isNamed || (!isBranch && String(value).toLowerCase().includes(wanted))) {
      matches.add(one.path);
      for (let up = one.up; up !== undefined && !above.has(up.path); up = up.up) above.add(up.path);
    }
    if (isBranch)
      for (const [name, member] of namedIn(value))
        open.push({ path: pathOf(one.path, name), name, value: member, up: one });
  }
  return { matches, above };
}

/** A member that a search visits, with its parent. */
interface Looked {
  readonly path: string;
  readonly name: string | number | undefined;
  readonly value: unknown;
  readonly up: Looked | undefined;
}

/** Whether a value has more than `most` members, at all levels. */
export function hasMoreThan(value: unknown, most: number): boolean {
  let count = 0;
  const open: unknown[] = [value];
  for (let one = open.pop(); one !== undefined && count <= most; one = open.pop()) {
    if (!hasMembers(one)) continue;
    const inside: unknown[] = Object.values(one);
    count += inside.length;
    // Counts no further than necessary.
    open.push(...inside.slice(0, most).filter(hasMembers));
  }
  return count > most;
}

function wholeOf(value: unknown, expression: string | undefined): Member {
  return { path: ROOT, name: undefined, value, level: 1, expression, place: 1, of: 1, isWithin: false };
}

/** Whether a value is a list or an object. */
export function hasMembers(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof ExactNumber);
}

function sizeOf(value: unknown): number | undefined {
  if (!hasMembers(value)) return undefined;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function membersOf({ path, value, level, expression }: Member, isWithin: boolean): Member[] {
  const named = namedIn(value);
  return named.map(([name, member], index) => ({
    path: pathOf(path, name),
    name,
    value: member,
    level: level + 1,
    expression: expression === undefined ? undefined : memberExpression(expression, name),
    place: index + 1,
    of: named.length,
    isWithin,
  }));
}

function namedIn(value: unknown): [string | number, unknown][] {
  return Array.isArray(value) ? value.map((item, index) => [index, item]) : Object.entries(value as object);
}

function pathOf(path: string, name: string | number): string {
  return `${path}/${typeof name === "number" ? name : name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The path of a member, as expressions write it. */
export function memberExpression(expression: string, name: string | number): string {
  // Each member of the container of roots is a root of its own.
  if (expression === "") return String(name);
  if (typeof name === "number") return `${expression}[${name}]`;
  return /^[A-Za-z_]\w*$/.test(name) ? `${expression}.${name}` : `${expression}[${JSON.stringify(name)}]`;
}
