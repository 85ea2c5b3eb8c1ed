import { errorOfReply, JunctorError } from "./error.ts";
import { wait } from "./wait.ts";
import type { Input, Method, PathWith, Reply } from "./wire.ts";

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 10_000;

/** How a client reaches the server. */
export interface ConnectionOptions {
  /** Address of the Junctor server, such as `https://junctor.example.com`. */
  readonly baseUrl: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Replaces `JSON.parse` for replies, for example to keep numbers that JavaScript cannot hold. */
  readonly parse?: (text: string) => unknown;
  /** Timeout of one attempt in milliseconds; default: 30,000. */
  readonly timeoutMs?: number;
  /** Retries after a network error or 503, for requests that may be repeated; default: 2. */
  readonly retries?: number;
  /** Whether to wait as long as the server says and retry when the account's rate limit is exceeded. */
  readonly retryRateLimit?: boolean;
}

/** Options of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** For calls that concern one linked account: your own id of it. */
export interface AccountOptions extends CallOptions {
  readonly linkedAccountId: string;
}

/** For calls that may be limited to one linked account; a session token is always limited to its own. */
export interface AccountFilterOptions extends CallOptions {
  readonly linkedAccountId?: string;
}

/** The options of a request for one linked account, with further headers. */
export function forAccount(
  { linkedAccountId, signal, timeoutMs }: AccountFilterOptions,
  headers: RequestOptions["headers"] = {},
): RequestOptions {
  return { signal, timeoutMs, headers: { linked_account_id: linkedAccountId, ...headers } };
}

/** A request apart from its typed input. */
export interface RequestOptions extends CallOptions {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Whether it has the same effect if it arrives twice; default: as its method and its headers say. */
  readonly isRepeatable?: boolean;
}

/** Sends typed requests; throws JunctorError for every status of 400 or above and when there is no reply. */
export type Send = <M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  request: Input<M, P> & RequestOptions,
) => Promise<Reply<M, P>>;

/** Headers that authenticate the caller. */
export type Credential = () => Promise<Record<string, string>> | Record<string, string>;

/** Reads the body of a successful reply. */
export type ReadReply = (reply: Response, connection: ConnectionOptions) => Promise<unknown>;

interface Attempt {
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Creates the function that sends all requests of a client; without `read` replies are JSON. */
export function createSend(
  connection: ConnectionOptions,
  credential: Credential,
  read: ReadReply = readJson,
): Send {
  const base = readBaseUrl(connection.baseUrl);
  const retries = connection.retries ?? 2;
  return async (method, path, request) => {
    const { body, headers, query, signal } = request;
    const init: RequestInit = {
      method: method.toUpperCase(),
      headers: given({
        ...(await credential()),
        accept: "application/json",
        ...headers,
        // Of a form it names the boundary, which `fetch` makes.
        "content-type": body === undefined || isForm(body) ? undefined : "application/json",
      }),
      body: encodeBody(body),
    };
    const url = `${base}${fillPath(path, request.path)}${queryText(query)}`;
    const timeoutMs = request.timeoutMs ?? connection.timeoutMs ?? 30_000;
    const repeatable = request.isRepeatable ?? isRepeatable(method, headers);
    for (let failures = 0; ; failures++) {
      try {
        // The server's replies match its API document; tests verify it.
        return (await attempt(connection, read, { url, init, timeoutMs, signal })) as Reply<
          typeof method,
          typeof path
        >;
      } catch (error) {
        const pauseMs = pauseAfter(error, failures, {
          repeatable,
          waits: connection.retryRateLimit === true,
        });
        if (pauseMs === undefined || failures >= retries) throw error;
        await wait(pauseMs, signal);
      }
    }
  };
}

async function attempt(
  connection: ConnectionOptions,
  read: ReadReply,
  { url, init, timeoutMs, signal }: Attempt,
): Promise<unknown> {
  // Called without an object, because a browser's own fetch refuses any other `this`.
  const send = connection.fetch ?? globalThis.fetch;
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const reply = await send(url, { ...init, signal: either });
    if (reply.status >= 400) throw errorOfReply(reply, await reply.text());
    return await read(reply, connection);
  } catch (error) {
    if (error instanceof JunctorError) throw error;
    if (signal?.aborted) throw signal.reason;
    const [code, message] = timeout.aborted
      ? (["TIMEOUT", `No reply came within ${timeoutMs} ms.`] as const)
      : (["NETWORK_ERROR", "The server could not be reached."] as const);
    throw new JunctorError({ status: 0, code, message, cause: error });
  }
}

async function readJson(reply: Response, { parse = JSON.parse }: ConnectionOptions): Promise<unknown> {
  const text = await reply.text();
  if (text === "") return undefined;
  try {
    return parse(text);
  } catch (cause) {
    throw new JunctorError({
      status: reply.status,
      code: "UNEXPECTED_REPLY",
      message: "The server did not respond with JSON: is baseUrl the address of a Junctor server?",
      cause,
    });
  }
}

/** Milliseconds until the next attempt; undefined if the failure is final. */
function pauseAfter(
  error: unknown,
  failures: number,
  { repeatable, waits }: { repeatable: boolean; waits: boolean },
): number | undefined {
  if (!(error instanceof JunctorError)) return undefined;
  if (error.code === "RATE_LIMIT_EXCEEDED") return waits ? (error.retryAfterS ?? 1) * 1000 : undefined;
  const mayPass = error.status === 503 || error.code === "NETWORK_ERROR" || error.code === "TIMEOUT";
  if (!mayPass || !repeatable) return undefined;
  const growing = FIRST_PAUSE_MS * 2 ** failures * (0.75 + Math.random() / 2);
  return Math.min(LONGEST_PAUSE_MS, Math.max(growing, (error.retryAfterS ?? 0) * 1000));
}

/** A request with the same effect if it arrives twice. */
function isRepeatable(method: Method, headers: RequestOptions["headers"]): boolean {
  return (
    method === "get" || method === "put" || method === "delete" || headers?.["idempotency-key"] !== undefined
  );
}

/** The server's address without trailing slashes; throws TypeError if it is not valid. */
export function readBaseUrl(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return text.replace(/\/+$/, "");
  throw new TypeError(
    `baseUrl must be an http(s) address such as https://junctor.example.com, not "${text}".`,
  );
}

function fillPath(path: string, values: unknown): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value: unknown =
      typeof values === "object" && values !== null ? Reflect.get(values, name) : undefined;
    // An empty segment, or one that URLs resolve as a step upwards, would turn this into a different, wider request.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value))
      throw new TypeError(`${name} must be text other than "", "." and "..".`);
    return encodeURIComponent(value);
  });
}

function queryText(query: unknown): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

function encodeBody(body: unknown): FormData | string | undefined {
  return isForm(body) || body === undefined ? body : JSON.stringify(body);
}

function isForm(body: unknown): body is FormData {
  return body instanceof FormData;
}

function given(headers: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
