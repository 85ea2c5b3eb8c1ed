import type { Selectable } from "kysely";
import type { Json } from "../platform/json/json.ts";
import type { Vault } from "../platform/vault.ts";
import { buildRunIdentity, openOriginal, type RunPasswords } from "./passwords.ts";
import type { RunTable } from "./table.ts";

/** What a response node set, or what the end of a run returns. */
interface WholeResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

/** A response as the record of a run shows it. */
export interface ResponseRecord extends WholeResponse {
  /** The whole response for the caller who waits for it, if the record does not show all of it. */
  readonly sealed?: string | undefined;
}

/** What is stored of a response; without a redaction policy, it is the response itself. */
export function buildResponseRecord(
  { plan, show, seal }: RunPasswords,
  run: Pick<Selectable<RunTable>, "execution_type" | "parent_run">,
  response: WholeResponse,
): ResponseRecord {
  const { headers, body } = response;
  if (!plan) return { headers, body };
  const isKept = plan.policy.keep === "everything";
  const shown = isKept ? { headers: show(headers), body: show(body) } : { headers: {}, body: null };
  const isWhole = shown.body === body && JSON.stringify(shown.headers) === JSON.stringify(headers);
  const isAwaited = run.execution_type === "SYNC" || run.parent_run !== null;
  if (isWhole || !isAwaited) return shown;
  const original = { headers, body };
  return { ...shown, sealed: seal(original, shown) ?? undefined };
}

/** The run with the response that its caller waits for; throws `VaultError`. */
export function openResponse<Run extends Pick<Selectable<RunTable>, SealedColumns>>(
  vault: Vault,
  run: Run,
): Run {
  if (run.sealed_response === null) return run;
  const { headers, body } = readResponse(
    openOriginal(vault, buildRunIdentity(run), run.sealed_response).value,
  );
  return { ...run, response: body, response_headers: headers };
}

type SealedColumns = "account_id" | "config_id" | "sealed_response" | "response" | "response_headers";

/** What was sealed as `ResponseRecord.sealed`. */
export function readResponse(original: Json): { headers: Record<string, string>; body: Json } {
  return original as unknown as { headers: Record<string, string>; body: Json };
}
