import { type AccountScope, buildScopeCondition, type Scope } from "../auth/scope.ts";
import { type Database, type Db, runStatement } from "../platform/database/database.ts";
import { createFirstId, createId, isId } from "../platform/id.ts";
import { toStorableText } from "../platform/storable-text.ts";
import type { FileValue, NewFile } from "./file-value.ts";

/** A stored file with its bytes. */
export interface StoredFile {
  readonly name: string;
  readonly content_type: string;
  readonly content: Buffer;
}

const INSERT = {
  name: "files-insert",
  text: `insert into files (id, org_id, environment, account_id, run_id, name, content_type, size, content, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

/** Stores a file for an account, and the execution that it belongs to; returns what stands for it. */
export async function insertFile(
  db: Db,
  { orgId, environment, account }: AccountScope,
  { name, contentType, content }: NewFile,
  { executionId, now }: { executionId: string | undefined; now: Date },
): Promise<FileValue> {
  const value = {
    $file: createId(),
    name: toStorableText(name),
    content_type: toStorableText(contentType),
    size: content.length,
  };
  const owner = [value.$file, orgId, environment, account.id, executionId ?? null];
  await runStatement(db, INSERT, [...owner, value.name, value.content_type, value.size, content, now]);
  return value;
}

/** An account's file, or with a wider scope one of any account; undefined if there is none. */
export async function findFile(
  db: Db,
  { orgId, environment, account }: Scope & Partial<AccountScope>,
  id: string,
): Promise<StoredFile | undefined> {
  // Whoever writes a reference down may write anything.
  if (!isId(id)) return undefined;
  const rows = await runStatement<StoredFile>(
    db,
    {
      text: `select name, content_type, content from files
        where id = $1 and org_id = $2 and environment = $3 and ($4::text is null or account_id = $4)`,
    },
    [id, orgId, environment, account?.id ?? null],
  );
  const [row] = rows;
  return row && { ...row, content: Buffer.from(row.content) };
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
