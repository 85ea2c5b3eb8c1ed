import type { Scope } from "../auth/scope.ts";
import { type Db, jsonb } from "../platform/database/database.ts";
import type { Json } from "../platform/json/json.ts";
import type { Actor } from "./actor.ts";
import type { ChainEnvironment } from "./table.ts";

/** An action that changed no recorded table, such as reading a secret. */
export interface Act {
  readonly scope: Pick<Scope, "orgId"> & { readonly environment: ChainEnvironment };
  readonly actor: Actor;
  readonly object: string;
  readonly verb: string;
  readonly objectId?: string | undefined;
  readonly objectName?: string | undefined;
  /** The customer concerned, by the organization's id. */
  readonly accountId?: string | undefined;
  /** What else the record says. */
  readonly facts?: { readonly [fact: string]: Json };
}

export async function recordAct(db: Db, act: Act, now: Date): Promise<void> {
  const { scope, actor, object, verb, objectId, objectName, accountId, facts } = act;
  await db
    .insertInto("audit_log_pending")
    .values({
      org_id: scope.orgId,
      environment: scope.environment,
      at: now,
      source: object,
      event: verb,
      object_id: objectId ?? null,
      object_name: objectName ?? null,
      account_id: accountId ?? null,
      before: null,
      after: facts ? jsonb<{ [fact: string]: Json }>({ ...facts }) : null,
      secrets: [],
      actor: jsonb<{ [fact: string]: Json }>(JSON.parse(JSON.stringify(actor))),
    })
    .execute();
}
