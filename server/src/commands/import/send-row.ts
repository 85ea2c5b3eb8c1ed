import { JunctorError } from "../../../../sdk/src/http/error.ts";
import { connectionCalls } from "../../../../sdk/src/resources/connections.ts";
import type { NewestCache } from "../../platform/newest-cache.ts";
import type { Target } from "../target.ts";
import { type ImportedConnection, ImportLineError, type ImportRow, isConnectionRow } from "./import-row.ts";

/**
 * Stores a row by the API: its account, unless `stored` has it, then its connection. Throws ImportLineError if the server or the
 * provider refuses it.
 */
export async function sendRow(target: Target, row: ImportRow, stored: NewestCache<true>): Promise<void> {
  try {
    await sendAccount(target, row, stored);
    if (isConnectionRow(row)) await sendConnection(target, row);
  } catch (error) {
    if (error instanceof JunctorError && isAboutRow(error)) throw new ImportLineError(error.message);
    throw error;
  }
}

/** Once for all rows of an account that say the same of it. */
async function sendAccount(
  { send }: Target,
  { linked_account_id, name, language, udf }: ImportRow,
  stored: NewestCache<true>,
): Promise<void> {
  const body = { linked_account_id, name, language, udf };
  const key = JSON.stringify(body);
  if (stored.use(key)) return;
  await send("put", "/api/v2/public/linked-account", { body });
  stored.set(key, true);
}

async function sendConnection({ send }: Target, row: ImportedConnection): Promise<void> {
  const { linked_account_id, application: slug, connection_id, auth_type, credentials } = row;
  const auth_object = auth_type === undefined ? credentials : { [auth_type]: credentials };
  const body = { slug, connection_id, auth_object };
  await connectionCalls(send).migrateToken(body, { linkedAccountId: linked_account_id });
}

/** Whether an account is connected to the application of a row. */
export async function isConnected({ send }: Target, row: ImportedConnection): Promise<boolean> {
  const { linked_account_id, application: slug } = row;
  try {
    const { connections } = await send("get", "/api/v2/public/application/{slug}", {
      path: { slug },
      headers: { linked_account_id },
    });
    return connections.length > 0;
  } catch (error) {
    // The account was not stored either, or nobody can connect the application any more.
    if (error instanceof JunctorError && isAboutRow(error)) return false;
    throw error;
  }
}

/** Other refusals, such as of the key, would be the same for every row. */
function isAboutRow({ status, code }: JunctorError): boolean {
  if (code === "FORBIDDEN" || code === "UNEXPECTED_REPLY") return false;
  return (status >= 400 && status < 500 && status !== 401) || code === "EXTERNAL_API_FAILURE";
}
