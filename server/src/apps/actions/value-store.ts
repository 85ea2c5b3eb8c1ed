import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { runStatement } from "../../platform/database/database.ts";
import { parseJson } from "../../platform/json/parse-json.ts";
import type { SealedColumn } from "../../platform/root-key/sealed-column.ts";
import { ConnectorError, type ValueName, type ValueStore } from "../connector.ts";

/** The longest name of a value, in characters. */
export const LONGEST_VALUE_NAME = 128;
/** The largest value, as JSON in bytes. */
export const MAX_VALUE_BYTES = 512 * 1024;
/** The most values of an application for one linked account. */
export const MOST_VALUES = 1000;
/** The most bytes of them together. */
export const MAX_VALUES_BYTES = 10 * 1024 * 1024;

// No id, and not the empty text, which stands for all workflows.
const NO_WORKFLOW = "none";

/** Whose values they are (D498): an application's, for an account and the workflow that calls, if one does. */
export interface ValueOwner {
  scope: AccountScope;
  slug: string;
  workflowId?: string;
}

const ROW =
  "account_id = $1 and slug = $2 and workflow_id = $3 and key = $4 and org_id = $5 and environment = $6";
const OTHERS = "account_id = $1 and slug = $2 and (workflow_id, key) <> ($3, $4)";
const GET = { text: `select value from stored_values where ${ROW}` };
const DELETE = { text: `delete from stored_values where ${ROW} returning 1 as gone` };
const PUT = {
  text: `insert into stored_values (account_id, slug, workflow_id, key, org_id, environment, value, updated_at)
    select $1, $2, $3, $4, $5, $6, $7::bytea, $8
    where (select count(*) < $9 and coalesce(sum(octet_length(value)), 0) + octet_length($7::bytea) <= $10
      from stored_values where ${OTHERS})
    on conflict (account_id, slug, workflow_id, key)
      do update set value = excluded.value, updated_at = excluded.updated_at
    returning 1 as stored`,
};

/** The values, which the vault binds to their table's key. */
export const STORED_VALUE_COLUMN: SealedColumn = {
  table: "stored_values",
  key: ["account_id", "slug", "workflow_id", "key"],
  column: "value",
  form: "bytes",
  identify: ({ account_id, slug, workflow_id, key }) => identityOf([account_id, slug, workflow_id, key]),
};

function identityOf(key: readonly unknown[]): string {
  return `stored_values/${JSON.stringify(key)}/value`;
}

/**
 * What an application keeps between calls. `put` throws `ConnectorError` (`input`) beyond the limits, which values that
 * are stored at one moment may exceed together.
 */
export function createValueStore(
  { db, vault, clock }: Pick<Deps, "db" | "vault" | "clock">,
  owner: ValueOwner,
): ValueStore {
  const rowOf = (name: ValueName) => {
    const { scope, slug, workflowId = NO_WORKFLOW } = owner;
    if (name.key.length > LONGEST_VALUE_NAME)
      throw refusal(`The name of a stored value has more than ${LONGEST_VALUE_NAME} characters.`);
    if (/\0/.test(name.key)) throw refusal("The name of a stored value has a NUL character.");
    const row = [scope.account.id, slug, name.scope === "workflow" ? workflowId : "", name.key];
    const identity = identityOf(row);
    return { values: [...row, scope.orgId, scope.environment], identity };
  };
  return {
    get: async (name) => {
      const { values, identity } = rowOf(name);
      const [row] = await runStatement<{ value: Uint8Array }>(db, GET, values);
      return row === undefined ? null : parseJson(vault.open(row.value, identity));
    },
    put: async (name, value) => {
      const { values, identity } = rowOf(name);
      const text = JSON.stringify(value);
      if (Buffer.byteLength(text) > MAX_VALUE_BYTES)
        throw refusal(`The value to store has more than ${MAX_VALUE_BYTES / 1024} KiB.`);
      const row = [...values, vault.seal(text, identity), clock.now(), MOST_VALUES, MAX_VALUES_BYTES];
      const stored = await runStatement(db, PUT, row);
      if (stored.length === 0) throw createFullError();
    },
    delete: async (name) => {
      await runStatement(db, DELETE, rowOf(name).values);
    },
  };
}

function createFullError(): ConnectorError {
  const most = `${MOST_VALUES.toLocaleString("en")} values or ${MAX_VALUES_BYTES / 1024 ** 2} MiB`;
  return refusal(`This application has already stored ${most} for the customer, which is the limit.`);
}

function refusal(message: string): ConnectorError {
  return new ConnectorError("input", message);
}
