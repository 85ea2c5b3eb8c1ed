import { type HostOperation, OperationRefusedError } from "./host-operations.ts";
import { getLongestInput, type SandboxLimits } from "./limits.ts";
import type { FetchReply, SandboxFetchRequest, SandboxFetchResponse } from "./protocol.ts";

const mostTimers = 1000;
const mostFetches = 100;
/**
 * Maximum characters of an address and all headers: more than any server accepts, and little for those who pass it
 * on.
 */
const longestHead = 64 * 1024;
const mostHeaders = 1000;
/** Maximum characters or bytes of all bodies under way for one guest. */
const mostBodies = 16 * 2 ** 20;
const longestTimerMs = 2 ** 31 - 1;

/** Sends a guest's request; the reply arrives at `receiveFetchReply`. */
export type StartFetch = (id: number, request: SandboxFetchRequest) => void;

/** What a guest waits for: its timers and the replies to its fetches, which become JSON messages for it. */
export interface Inbox {
  messages: string[];
  timers: Map<number, NodeJS.Timeout>;
  /** The lengths of their bodies. */
  fetches: Map<number, number>;
  longestMessage: number;
  startFetch: StartFetch | undefined;
  /** Ends the wait for the next message. */
  wake: () => void;
}

/** Opens an empty inbox; without `startFetch` every fetch is refused. */
export function createInbox(limits: SandboxLimits, startFetch?: StartFetch): Inbox {
  const longestMessage = getLongestInput(limits);
  return { messages: [], timers: new Map(), fetches: new Map(), longestMessage, startFetch, wake: () => {} };
}

/** The asynchronous calls of the guest. */
export function createInboxOperations(inbox: Inbox): [string, HostOperation][] {
  return [
    ["timer.start", ([id, delayMs]) => startTimer(inbox, Number(id), Number(delayMs))],
    ["timer.stop", ([id]) => stopTimer(inbox, Number(id))],
    ["fetch", ([id, request]) => startFetch(inbox, Number(id), request)],
  ];
}

/** Takes the messages that have arrived, oldest first. */
export function readMessages(inbox: Inbox): string[] {
  const taken = inbox.messages;
  inbox.messages = [];
  return taken;
}

/** Whether a message is there or can still arrive. */
export function isExpectingMessage(inbox: Inbox): boolean {
  return inbox.messages.length + inbox.timers.size + inbox.fetches.size > 0;
}

/** Resolves at the next message, at the latest after `atMostMs`. */
export async function waitForMessage(inbox: Inbox, atMostMs: number): Promise<void> {
  if (inbox.messages.length > 0) return;
  await new Promise<void>((resolve) => {
    const latest = setTimeout(resolve, Math.min(atMostMs, longestTimerMs));
    inbox.wake = () => {
      clearTimeout(latest);
      resolve();
    };
  });
}

/** Receives the reply to a fetch; one that nobody waits for is dropped. */
export function receiveFetchReply(inbox: Inbox, id: number, reply: FetchReply): void {
  if (!inbox.fetches.delete(id)) return;
  const tooLong = "response" in reply && measureBody(reply.response) > inbox.longestMessage;
  post(inbox, id, tooLong ? { error: "The response is too large for the memory of the script." } : reply);
}

function measureBody({ body, binary = "" }: SandboxFetchResponse): number {
  return body.length + binary.length;
}

/** Cancels everything that is still waited for. */
export function closeInbox(inbox: Inbox): void {
  for (const timer of inbox.timers.values()) clearTimeout(timer);
  inbox.timers.clear();
  inbox.fetches.clear();
}

function post(inbox: Inbox, id: number, value?: FetchReply): void {
  inbox.messages.push(JSON.stringify({ id, value }));
  inbox.wake();
}

function startTimer(inbox: Inbox, id: number, delayMs: number): void {
  if (inbox.timers.size >= mostTimers) {
    throw new OperationRefusedError("error", `No more than ${mostTimers} timers can wait at once.`);
  }
  const fire = () => {
    inbox.timers.delete(id);
    post(inbox, id);
  };
  inbox.timers.set(id, setTimeout(fire, Math.min(Math.max(0, delayMs), longestTimerMs)));
}

function stopTimer(inbox: Inbox, id: number): void {
  clearTimeout(inbox.timers.get(id));
  inbox.timers.delete(id);
}

function startFetch(inbox: Inbox, id: number, request: unknown): void {
  if (inbox.startFetch === undefined) throw new OperationRefusedError("type", "fetch is not available here.");
  if (inbox.fetches.size >= mostFetches) {
    throw new OperationRefusedError("type", `No more than ${mostFetches} requests can be open at once.`);
  }
  const asked = readRequest(request);
  const bodyLength = asked.body?.length ?? 0;
  let open = bodyLength;
  for (const length of inbox.fetches.values()) open += length;
  if (open > mostBodies)
    throw new OperationRefusedError(
      "type",
      `Requests that are open at once send at most ${mostBodies / 2 ** 20} MiB.`,
    );
  inbox.fetches.set(id, bodyLength);
  inbox.startFetch(id, asked);
}

/** A guest may send anything: only these four fields leave its thread, as text or bytes of limited length. */
function readRequest(value: unknown): SandboxFetchRequest {
  const malformed = new OperationRefusedError("type", "The request is not well-formed.");
  if (typeof value !== "object" || value === null) throw malformed;
  const { url, method, headers, body, binary } = value as Record<string, unknown>;
  if (typeof url !== "string" || typeof method !== "string") throw malformed;
  if (body !== undefined && typeof body !== "string") throw malformed;
  if (binary !== undefined && typeof binary !== "string") throw malformed;
  if (typeof headers !== "object" || headers === null || Array.isArray(headers)) throw malformed;
  const given = Object.entries(headers);
  let length = url.length + method.length;
  for (const [name, text] of given) {
    if (typeof text !== "string") throw malformed;
    length += name.length + text.length;
  }
  if (length > longestHead || given.length > mostHeaders)
    throw new OperationRefusedError("type", "The address and the headers of the request are too long.");
  // A copy of its own: a message to another thread takes the whole memory that a Buffer shares with others.
  const bytes = binary === undefined ? body : new Uint8Array(Buffer.from(binary, "latin1"));
  return { url, method, headers: Object.fromEntries(given), body: bytes };
}
