import { buildOtherToolName } from "./name.ts";

/** What an entry of a record stands for, whether it can be a tool now or not. */
export interface Nameable {
  /** The same for the same action or workflow only. */
  readonly id: string;
  /** The same for the same workflow, under any of its names and whatever application lists it. */
  readonly same?: string | undefined;
  /** What the entry says. */
  readonly given?: string | undefined;
  /** The name derived from what it stands for; undefined if that is not known. */
  readonly made?: string | undefined;
}

/** The owner of each name; null: nobody, because several would have it. */
type Owners = ReadonlyMap<string, Nameable | null>;

/**
 * The names of a server's tools. A given name belongs to one tool. If several tools would have the same generated
 * name, none gets it: each gets one of its own, so that no name passes from one tool to another when one of them
 * appears or disappears, because people allow tools by name. Undefined if there is no name, or if the same thing
 * already has this one. The names that `reserved` have among themselves, given or generated, take precedence, whether
 * they exist or not.
 */
export function chooseToolNames(
  all: readonly Nameable[],
  reserved: readonly Nameable[] = [],
): (string | undefined)[] {
  const theirs = withOwners(reserved, new Map());
  const named = all.map((one) => withoutGivenOf(theirs, one));
  const owners = withOwners(named, theirs);
  const taken = new Set<string>();
  return named.map((one) => {
    const name = nameOf(one, owners);
    if (name === undefined || taken.has(name) || !isSame(owners.get(name), one)) return undefined;
    taken.add(name);
    return name;
  });
}

/** An entry that wants a taken name counts as having none. */
function withoutGivenOf(theirs: Owners, one: Nameable): Nameable {
  const { given } = one;
  const isTheirs = given !== undefined && theirs.has(given) && !isSame(theirs.get(given), one);
  return isTheirs ? { ...one, given: undefined } : one;
}

/**
 * The owners of names including those of `all`: given names take precedence over generated ones, and those over
 * hashed ones.
 */
function withOwners(all: readonly Nameable[], before: Owners): Owners {
  const owners = new Map(before);
  for (const one of all) if (one.given !== undefined && !owners.has(one.given)) owners.set(one.given, one);
  const makers = new Map<string, Nameable | null>();
  for (const one of all) {
    if (one.given !== undefined || one.made === undefined || owners.has(one.made)) continue;
    const isFirst = !makers.has(one.made) || makers.get(one.made)?.id === one.id;
    makers.set(one.made, isFirst ? one : null);
  }
  for (const [made, one] of makers) owners.set(made, one);
  for (const one of all) {
    const name = nameOf(one, owners);
    if (name !== undefined && !owners.has(name)) owners.set(name, one);
  }
  return owners;
}

function nameOf(one: Nameable, owners: Owners): string | undefined {
  const wanted = one.given ?? one.made;
  if (wanted === undefined || isSame(owners.get(wanted), one)) return wanted;
  return buildOtherToolName(wanted, one.id);
}

function isSame(owner: Nameable | null | undefined, one: Nameable): boolean {
  return owner?.id === one.id || (owner?.same !== undefined && owner.same === one.same);
}
