import { sql } from "kysely";
import type { AccountScope } from "../../auth/scope.ts";
import type { Db } from "../../platform/database/database.ts";
import type { RunnableWorkflow } from "../table.ts";
import { buildFreeAliasCondition, selectPublished } from "../versions/publications.ts";
import type { Fields } from "./graph.ts";

/** A published workflow as something to call with arguments. */
export interface CallableWorkflow extends RunnableWorkflow {
  /** The id or alias that was asked for. */
  readonly asked: string;
  readonly description: string;
  /** The JSON Schema of its input, `settings.json_schema`; any object if it has none. */
  readonly input: Fields;
}

const ANY_OBJECT: Fields = { type: "object", additionalProperties: true };

/** Those of `names`, ids or aliases, that the account may run; an alias that both have means the organization's. */
export async function findCallable(
  db: Db,
  scope: AccountScope,
  names: readonly string[],
): Promise<CallableWorkflow[]> {
  if (names.length === 0) return [];
  const rows = await selectPublished(db, scope)
    .select(["p.description", "w.alias", "p.account_id", "p.settings"])
    .where(isNamed(names, "p.workflow_id"))
    .where((where) =>
      where.or([
        sql<boolean>`p.workflow_id = any(${[...names]}::text[])`,
        buildFreeAliasCondition(scope.environment),
      ]),
    )
    .execute();
  const named = byName(rows);
  return names.flatMap((asked) => {
    const row = named.get(asked);
    if (!row) return [];
    const { id, version, slug, name, description, settings } = row;
    return [{ asked, id, version, slug, name, description, input: inputOf(settings) }];
  });
}

/**
 * The workflows that `names`, ids or aliases, stand for, published or not; an alias that both have means the
 * organization's.
 */
export async function findWorkflowsNamed(
  db: Db,
  { orgId, environment, account }: AccountScope,
  names: readonly string[],
): Promise<Map<string, { readonly id: string; readonly name: string | null }>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom("workflow_names")
    .select(["id", "alias", "name", "account_id"])
    .where("org_id", "=", orgId)
    .where("environment", "=", environment)
    .where((row) => row.or([row("account_id", "is", null), row("account_id", "=", account.id)]))
    .where(isNamed(names, "id"))
    .execute();
  return byName(rows);
}

/** As one parameter, however many they are: a statement allows 65,535. */
function isNamed(names: readonly string[], id: string) {
  const any = [...names];
  return sql<boolean>`(${sql.ref(id)} = any(${any}::text[]) or alias = any(${any}::text[]))`;
}

/**
 * Workflows by id and by alias. The organization's take precedence over the account's own, which could otherwise
 * replace them (D30).
 */
function byName<Row extends { id: string; alias: string | null; account_id: string | null }>(
  rows: readonly Row[],
): Map<string, Row> {
  const shared = rows.filter(({ account_id }) => account_id === null);
  const own = rows.filter(({ account_id }) => account_id !== null);
  return new Map(
    [...own, ...shared].flatMap((row) => [row.id, row.alias ?? row.id].map((name) => [name, row])),
  );
}

function inputOf({ json_schema: schema }: Fields): Fields {
  const isSchema = typeof schema === "object" && schema !== null && !Array.isArray(schema);
  return isSchema ? (schema as Fields) : ANY_OBJECT;
}
