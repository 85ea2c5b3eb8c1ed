import { type AccountScope, buildScopeCondition, type Scope } from "../auth/scope.ts";
import type { Config } from "../config.ts";
import { type BoundStatement, type Database, type Db, runStatement } from "../platform/database/database.ts";
import { createFirstId, createId, isId } from "../platform/id.ts";
import { toStorableText } from "../platform/storable-text.ts";
import {
  type FileContent,
  FileError,
  type FileValue,
  formatMebibytes,
  getContentSize,
  type NewFile,
  toContentType,
} from "./file-value.ts";
import type { FileTable } from "./table.ts";

/** A stored file, with its bytes or where they are. */
export interface StoredFile {
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly content: FileContent;
}

/** The most bytes of one file, and of all files of a linked account. */
export type FileLimits = Pick<Config, "fileBytes" | "accountFileBytes">;

/** The linked account that has a file, by its row id. */
export type FileOwner = Scope & { readonly account: { readonly id: string } };

/** What a new file belongs to, and what it may add up to. */
export interface FileOrigin {
  readonly executionId: string | undefined;
  readonly now: Date;
  readonly limits: FileLimits;
}

// Many small files cost more than their bytes, and adding up their sizes takes a while.
const LEAST_BYTES = 4096;
const COLUMNS =
  "id, org_id, environment, account_id, run_id, name, content_type, size, content, place, sealed_key, created_at";
const VALUES = "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12";
// An object belongs to nobody until the row that refers to it commits, and then nothing deletes it any more. Once its
// deletion has begun, it is too late.
const IS_THERE = `$10::text is null
  or exists (select from unreferenced_objects where id = $1 and attempts = 0 for update)`;
const CLAIM_OBJECT = `claimed as (delete from unreferenced_objects where id in (select id from stored))
  select 1 as stored from stored`;
const INSERT_KEPT = {
  name: "files-insert-kept",
  text: `with stored as (
      insert into files (${COLUMNS}) select ${VALUES} where ${IS_THERE} on conflict do nothing returning id),
    ${CLAIM_OBJECT}`,
};
const INSERT = {
  name: "files-insert",
  text: `with stored as (
      insert into files (${COLUMNS}) select ${VALUES}
      where (${IS_THERE}) and ($13::bigint is null or $13 >= greatest($8, ${LEAST_BYTES})
        + (select coalesce(sum(greatest(size, ${LEAST_BYTES})), 0) from files where account_id = $4))
      returning id),
    ${CLAIM_OBJECT}`,
};

/**
 * Stores a file for an account, and the execution that it belongs to; returns what stands for it. Throws `FileError` if
 * it is too large, or if the account has too many: files that are stored at one moment may exceed that limit together.
 */
export async function insertFile(
  db: Db,
  { orgId, environment, account }: AccountScope,
  { name, contentType, content }: NewFile<FileContent>,
  { executionId, now, limits }: FileOrigin,
): Promise<FileValue> {
  const size = getContentSize(content);
  if (size > limits.fileBytes)
    throw new FileError("FILE_TOO_LARGE", `A file may have at most ${formatMebibytes(limits.fileBytes)}.`);
  const value = {
    $file: Buffer.isBuffer(content) ? createId() : content.id,
    name: toStorableText(name),
    content_type: toContentType(contentType),
    size,
  };
  const most = Number.isFinite(limits.accountFileBytes) ? limits.accountFileBytes : null;
  const owner = [value.$file, orgId, environment, account.id, executionId ?? null];
  const file = [value.name, value.content_type, size, ...toColumns(content), now];
  const stored = await runStatement(db, INSERT, [...owner, ...file, most]);
  if (stored.length === 0) throw createFullError(limits.accountFileBytes);
  return value;
}

/**
 * Inserts of files whose ids are already in what their transaction stores; `requireFileRoom` comes first. A file that an
 * earlier transaction of the same request has stored stays with its first owner.
 */
export function buildInsertFileStatements(
  { orgId, environment, account }: FileOwner,
  files: readonly (NewFile<FileContent> & { readonly id: string })[],
  { executionId = null, now }: { executionId: string | null | undefined; now: Date },
): BoundStatement[] {
  return files.map(({ id, name, contentType, content }) => {
    const size = getContentSize(content);
    const file = [toStorableText(name), toContentType(contentType), size, ...toColumns(content), now];
    return { ...INSERT_KEPT, values: [id, orgId, environment, account.id, executionId, ...file] };
  });
}

/** The columns content, place and sealed_key. */
function toColumns(content: FileContent): [Buffer | null, string | null, Buffer | null] {
  return Buffer.isBuffer(content) ? [content, null, null] : [null, content.place, content.sealedKey];
}

/** Why an account gets no further file. */
export function createFullError(accountFileBytes: number): FileError {
  const full = `The files of this customer have reached the limit of ${formatMebibytes(accountFileBytes)}`;
  return new FileError("FILES_FULL", `${full}: the oldest are deleted after the retention period.`);
}

/** What a file of `size` bytes counts towards its account's limit. */
export function toStoredBytes(size: number): number {
  return Math.max(size, LEAST_BYTES);
}

/** What all files of an account, by its row id, count towards its limit. */
export async function findStoredBytes(db: Db, account: string): Promise<number> {
  const text = `select coalesce(sum(greatest(size, ${LEAST_BYTES})), 0)::float8 as bytes from files where account_id = $1`;
  const [row] = await runStatement<{ bytes: number }>(db, { text }, [account]);
  return row?.bytes ?? 0;
}

/** An account's file, or with a wider scope one of any account; undefined if there is none. */
export async function findFile(
  db: Db,
  { orgId, environment, account }: Scope & Partial<AccountScope>,
  id: string,
): Promise<StoredFile | undefined> {
  // Whoever writes a reference down may write anything.
  if (!isId(id)) return undefined;
  const rows = await runStatement<FileRow>(
    db,
    {
      text: `select ${STORED} from files
        where id = $1 and org_id = $2 and environment = $3 and ($4::text is null or account_id = $4)`,
    },
    [id, orgId, environment, account?.id ?? null],
  );
  return rows.map(toStoredFile)[0];
}

const STORED = "id, name, content_type, size, content, place, sealed_key";

type FileRow = Pick<FileTable, "id" | "name" | "content_type" | "size" | "content" | "place" | "sealed_key">;

function toStoredFile({ id, name, content_type, size, content, place, sealed_key }: FileRow): StoredFile {
  const facts = { name, content_type, size };
  if (place === null || sealed_key === null)
    return { ...facts, content: Buffer.from(content ?? Buffer.alloc(0)) };
  return { ...facts, content: { id, place, sealedKey: Buffer.from(sealed_key), size } };
}

/** What is known of a stored file without reading its bytes. */
export type StoredFileFacts = Omit<StoredFile, "content"> & { readonly id: string };

/** What is known of an account's files, by id; without those that are not there. */
export async function findFileFacts(
  db: Db,
  scope: AccountScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredFileFacts>> {
  const rows = await runStatement<StoredFileFacts>(
    db,
    { text: `select id, name, content_type, size from files where ${OF_ACCOUNT}` },
    ofAccount(scope, ids),
  );
  return new Map(rows.map((file) => [file.id, file]));
}

/** An account's files, by id; without those that are not there. */
export async function findFiles(
  db: Db,
  scope: AccountScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredFile>> {
  const rows = await runStatement<FileRow>(
    db,
    { text: `select ${STORED} from files where ${OF_ACCOUNT}` },
    ofAccount(scope, ids),
  );
  return new Map(rows.map((row) => [row.id, toStoredFile(row)]));
}

const OF_ACCOUNT = "id = any($1) and org_id = $2 and environment = $3 and account_id = $4";

// Whoever writes a reference down may write anything.
function ofAccount({ orgId, environment, account }: AccountScope, ids: readonly string[]) {
  return [ids.filter(isId), orgId, environment, account.id];
}

/** Deletes up to `limit` files from before `before`, except those of executions that have not ended. */
export async function deleteOldFiles(
  database: Database,
  before: Date,
  limit: number,
  scope?: Scope,
): Promise<number> {
  const { and, name, values } = buildScopeCondition(scope, 3);
  const rows = await database.query(
    {
      name: `files-delete-old${name}`,
      text: `with old as materialized (
          select id from files f where id < $1 ${and}
            and not exists (select from runs r where r.id = f.run_id and r.finished_at is null)
          order by id limit $2)
        delete from files f using old where f.id = old.id returning 1 as gone`,
    },
    [createFirstId(before), limit, ...values],
  );
  return rows.length;
}
