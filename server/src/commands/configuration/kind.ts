import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "typebox";
import type { Json } from "../../platform/json/json.ts";
import type { ValuePath } from "../../platform/json/located-yaml.ts";
import type { Target } from "../target.ts";

/** What a file says of one record: no ids, times or other members that the server makes, none that have their default. */
export type RecordDocument = { readonly [member: string]: Json };

/** A record of the environment, in the form of its file. */
export interface RemoteRecord {
  readonly id: string;
  readonly document: RecordDocument;
  /** The record's revision where the API refuses changes of older ones. */
  readonly revision?: number;
  /** A record that no file is written for, and that is no drift: a file may bring it back. */
  readonly isDormant?: boolean;
  /** The number of a version that has what the file says. */
  readonly version?: number;
  /** Whether somebody has changed it without publishing the changes. */
  readonly hasDraft?: boolean;
  /** Whether the other environment has it, too. */
  readonly isShared?: boolean;
  /** How an application of the organization's own is defined. */
  readonly provider?: string;
  /** What people should know of it, as sentences. */
  readonly notes?: readonly string[];
  /** The secrets of the record, whose places in its document have `{ $env: NAME }`. */
  readonly secrets?: readonly StoredSecret[];
}

/** A secret of a record, which the API never returns. */
export interface StoredSecret {
  readonly path: ValuePath;
  /** How the API shows it, and takes it back for the stored one; undefined: not at all. */
  readonly shown?: string;
  /** Whether a value may be the stored one, by the part that the API shows. */
  isLike(value: string): boolean;
}

/** A record that a file describes, and what is known of it. */
export interface RecordChange {
  readonly document: RecordDocument;
  readonly record: RemoteRecord;
}

/** What people should know of an update before it is made. */
export interface PreparedUpdate {
  readonly notes?: readonly string[];
  /** Why it cannot be made yet: a plan shows it, and nothing is applied. */
  readonly blocked?: string;
}

/** A kind of records that files describe: its files, its records, and how the API changes them. */
export interface ResourceKind {
  /** The folder of its files, one for each record; of settings, the name of their one file without its ending. */
  readonly folder: string;
  /** Settings of the environment: one record that always exists, in one file. A member that it leaves out stays as it is. */
  readonly isSingle?: true;
  /** Whether only production keys change it, because both environments share it. */
  readonly isOfProduction?: true;
  /** How messages call one record. */
  readonly title: string;
  /** How to tell records with the same key apart, as the end of a sentence. */
  readonly distinction?: string;
  /** The shape of a file. */
  readonly schema: TSchema;
  /** What people call the record; its file is named after it. */
  getName(document: RecordDocument): string;
  /** The keys by which a file finds its record, the most binding first. */
  getKeys(document: RecordDocument): readonly string[];
  /** The keys under which a record is found, if they are others. */
  getRecordKeys?(record: RemoteRecord): readonly string[];
  /** The document without members that have their default, in the order of the file; throws ApiError for values that cannot be. */
  normalize(document: RecordDocument): RecordDocument;
  /** Records with a file lose it without being deleted: too much depends on them. */
  readonly isNeverDeleted?: true;
  /** Whether `pull` writes its records only where the folder exists: there may be as many as customers. */
  readonly isOptional?: true;
  /** The records of the environment, or at least those that documents of `files` may describe. */
  list(target: Target, files?: readonly RecordDocument[]): Promise<RemoteRecord[]>;
  /** The record with what reading all of them leaves out. */
  complete?(target: Target, record: RemoteRecord): Promise<RemoteRecord>;
  /** A record that `list` leaves out although a file can bring it to the environment, or why a file cannot. */
  find?(target: Target, document: RecordDocument): Promise<RemoteRecord | { problem: string } | undefined>;
  /** The document with what its file leaves to the server. */
  adopt?(document: RecordDocument, record: RemoteRecord, target: Target): RecordDocument;
  /** What an update will do that its members do not show, and why it cannot be made. */
  prepare?(target: Target, change: RecordChange): Promise<PreparedUpdate>;
  /** The documents in the order in which they can be created; those of files that do not refer to each other keep theirs. */
  sort?<Item extends { readonly document: RecordDocument }>(items: readonly Item[]): Item[];
  create(target: Target, document: RecordDocument): Promise<void>;
  update(target: Target, change: RecordChange): Promise<void>;
  delete(target: Target, record: RemoteRecord): Promise<void>;
}

/** The members of a wire record that files have. */
export function getMembers(record: object, members: readonly string[]): RecordDocument {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => members.includes(name) && value !== undefined),
  );
}

/** The member of a document as text; undefined if it is none. */
export function getText(document: RecordDocument, member: string): string | undefined {
  const value = document[member];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The document without members that have the value of `defaults`, in the order of `members`, others behind them. */
export function removeDefaults(
  document: RecordDocument,
  members: readonly string[],
  defaults: RecordDocument,
): RecordDocument {
  const names = [...members, ...Object.keys(document).filter((name) => !members.includes(name))];
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = document[name];
      return value === undefined || isDeepStrictEqual(value, defaults[name]) ? [] : [[name, value]];
    }),
  );
}
