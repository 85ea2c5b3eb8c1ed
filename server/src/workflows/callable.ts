import type { AccountScope } from "../auth/scope.ts";
import type { Db } from "../platform/database/database.ts";
import type { Fields } from "./graph.ts";
import { visible } from "./store.ts";
import type { RunnableWorkflow } from "./table.ts";

/** A published workflow as something that is called with arguments. */
export interface CallableWorkflow extends RunnableWorkflow {
  /** The id or alias by which it was asked for. */
  readonly asked: string;
  readonly description: string;
  /** The JSON Schema of what it starts with, `settings.json_schema`; any object where it says none. */
  readonly input: Fields;
}

const ANY_OBJECT: Fields = { type: "object", additionalProperties: true };

/** Those of `names`, ids or aliases, that the account may run; its own alias goes before the organization's. */
export async function findCallable(
  db: Db,
  scope: AccountScope,
  names: readonly string[],
): Promise<CallableWorkflow[]> {
  if (names.length === 0) return [];
  const rows = await visible(db, scope)
    .select(["id", "version", "slug", "name", "description", "alias", "account_id", "settings"])
    .where("published", "=", true)
    .where((row) => row.or([row("id", "in", names), row("alias", "in", names)]))
    .execute();
  return names.flatMap((asked) => {
    const named = rows.filter(({ id, alias }) => id === asked || alias === asked);
    const row = named.find(({ account_id }) => account_id !== null) ?? named[0];
    if (!row) return [];
    const { id, version, slug, name, description, settings } = row;
    return [{ asked, id, version, slug, name, description, input: inputOf(settings) }];
  });
}

/** Which workflows `names`, ids or aliases, stand for, published or not; an account's own goes before the organization's. */
export async function findNamed(
  db: Db,
  scope: AccountScope,
  names: readonly string[],
): Promise<Map<string, { readonly id: string; readonly name: string }>> {
  if (names.length === 0) return new Map();
  const rows = await visible(db, scope)
    .select(["id", "alias", "name", "account_id"])
    .where("draft_of", "is", null)
    .where((row) => row.or([row("id", "in", names), row("alias", "in", names)]))
    .execute();
  const [shared, own] = [null, scope.account.id].map((of) => rows.filter((row) => row.account_id === of));
  const named = [...(shared ?? []), ...(own ?? [])];
  return new Map(
    named.flatMap(({ id, alias, name }) => [id, alias ?? id].map((asked) => [asked, { id, name }])),
  );
}

function inputOf({ json_schema: schema }: Fields): Fields {
  const isSchema = typeof schema === "object" && schema !== null && !Array.isArray(schema);
  return isSchema ? (schema as Fields) : ANY_OBJECT;
}
