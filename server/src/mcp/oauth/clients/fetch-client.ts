import { createStrangerLimit } from "../../../auth/limits/stranger-limit.ts";
import type { Deps } from "../../../deps.ts";
import { decodeText } from "../../../platform/decode-text.ts";
import { parseJsonBody } from "../../../platform/http/json-body.ts";
import type { Json } from "../../../platform/json/json.ts";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { ClientMetadataError, parseClientDocument } from "./client-metadata.ts";
import { type CachedDocument, extendDocument, findDocument, saveDocument } from "./client-store.ts";

type DocumentDeps = Pick<Deps, "outbound" | "database" | "clock" | "log">;

const TIMEOUT_MS = 5000;
const MOST_BYTES = 32 * 1024;
const LONGEST_ID = 1000;
/** How long a document is valid, in seconds, whatever its `cache-control` says. */
export const DOCUMENT_LIFE_S = { min: 300, max: 24 * 3600 };

// Limits for unknown documents. A caller that asks for many is stopped before a host is, because the host is somebody
// else's.
const PER_MINUTE = { caller: 10, host: 60, all: 300 };

/**
 * Replaces the library's own HTTP client: it may only read the document at a client's id, through the guard, and gets
 * only the few fields that count here, so that nothing else in a stranger's document can matter. A document that was
 * read once stays valid for 30 more days if its host fails, and counts against no limit: nobody can lock out a known
 * client. `callerOf` says whom the current request counts for.
 */
export function createClientDocumentFetch(deps: DocumentDeps, callerOf: () => string | undefined) {
  const { database, clock, log } = deps;
  const mayRead = createReadLimit(deps, callerOf);
  return async (address: string | URL): Promise<Response> => {
    const clientId = String(address);
    const now = clock.now();
    const known = clientId.length > LONGEST_ID ? undefined : await findDocument(database, clientId, now);
    if (known && known.freshUntil > now) return answerWith(known, now);
    try {
      if (!known && !(await mayRead(clientId)))
        throw new ClientMetadataError(
          "invalid_client_metadata",
          "Too many unknown documents were requested.",
        );
      const read = await readFrom(deps.outbound, clientId, now);
      await saveDocument(database, read, now);
      return answerWith(read, now);
    } catch (error) {
      // The client is only told that it failed: the answer must not reveal what is behind a URL.
      const reason = error instanceof Error ? error.message : "unknown";
      log.info({ clientId, reason, known: known !== undefined }, "mcp-oauth.client-refused");
      if (!known) throw error;
      const freshUntil = after(now, DOCUMENT_LIFE_S.min);
      await extendDocument(database, clientId, freshUntil);
      return answerWith({ ...known, freshUntil }, now);
    }
  };
}

function createReadLimit(deps: DocumentDeps, callerOf: () => string | undefined) {
  const ofCaller = createStrangerLimit(deps, "mcp-document-caller", PER_MINUTE.caller);
  const ofHost = createStrangerLimit(deps, "mcp-document", PER_MINUTE.host);
  const ofAll = createStrangerLimit(deps, "mcp-document-all", PER_MINUTE.all);
  return async (clientId: string): Promise<boolean> =>
    clientId.length <= LONGEST_ID &&
    (await ofCaller.allows(callerOf() ?? "")) &&
    (await ofHost.allows(new URL(clientId).hostname)) &&
    (await ofAll.allows(""));
}

function answerWith({ metadata, freshUntil }: CachedDocument, now: Date): Response {
  const lifeS = Math.ceil((freshUntil.getTime() - now.getTime()) / 1000);
  const headers = { "content-type": "application/json", "cache-control": `max-age=${lifeS}` };
  return new Response(JSON.stringify(metadata), { headers });
}

async function readFrom(outbound: Outbound, clientId: string, now: Date): Promise<CachedDocument> {
  const { status, headers, body } = await outbound.request({
    method: "GET",
    url: clientId,
    headers: { accept: "application/json" },
    timeoutMs: TIMEOUT_MS,
    maxResponseBytes: MOST_BYTES,
    redirects: "refuse",
  });
  if (status !== 200)
    throw new ClientMetadataError(
      "invalid_client_metadata",
      `The document's address responded with ${status}.`,
    );
  const metadata = parseClientDocument(
    clientId,
    parseJsonBody(decodeText(body, headers["content-type"])) as Json | undefined,
  );
  const wantedS = Number(/max-age\s*=\s*(\d+)/i.exec(headers["cache-control"] ?? "")?.[1] ?? 0);
  const lifeS = Math.min(Math.max(wantedS, DOCUMENT_LIFE_S.min), DOCUMENT_LIFE_S.max);
  return { metadata, freshUntil: after(now, lifeS) };
}

function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
