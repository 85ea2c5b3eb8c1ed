import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Topic } from "../../platform/queue/job.ts";

/** An account's connection to an application that was created, renewed by the customer, or removed. */
export interface ConnectionChange {
  /** Row id of the linked account. */
  readonly accountId: string;
  readonly slug: string;
}

/** Higher layers learn of changed connections by this job; `api/app.ts` says who listens. */
export const connectionChanged: Topic<ConnectionChange> = { name: "apps.connection-changed" };

/** An account has connected an MCP server: its tools are read with that connection (`apps/manage/mcp-tools.ts`). */
export const readToolsTopic: Topic<{ scope: AccountScope; slug: string }> = { name: "apps.read-tools" };

/** Notifies what waits for the connection, in the transaction that changes it. */
export async function enqueueConnectionChange(
  { queue }: Pick<Deps, "queue">,
  tx: Tx,
  { account }: AccountScope,
  slug: string,
): Promise<void> {
  await queue.enqueue(tx, connectionChanged, { accountId: account.id, slug });
}
