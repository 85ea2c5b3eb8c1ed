import { JunctorError } from "./http/error.ts";
import type { CallOptions } from "./http/http.ts";
import { wait } from "./http/wait.ts";

const POLL_MS = 3000;
const GIVE_UP_MS = 5 * 60_000;
const FAILED_POLLS_ALLOWED = 2;
const CLOSED_CHECK_MS = 250;
/** Checked when the window closes and once more, because the end page may close it a moment too early. */
const LOOKS_AFTER_CLOSE = 2;

/** The part of a browser window that the OAuth2 flow uses. */
export interface ConnectWindow {
  readonly closed: boolean;
  readonly location: { href: string };
  close(): void;
}

/** How to connect an application for the account of the session token. */
export interface ConnectOptions extends CallOptions {
  readonly slug: string;
  /** How the customer authenticates; by default `keybased` with `fields` and `oauth2` without. */
  readonly type?: "oauth2" | "keybased" | "client_credentials";
  /** The application's input fields: credentials, or what its sign-in page must know first. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** `new` for a further connection, or the one to connect again; default: the default connection. */
  readonly connectionId?: string;
  /** Opens the empty window at once, during the click; default: `window.open`. */
  readonly openWindow?: () => ConnectWindow | null;
  /** How long the customer has to finish signing in, in milliseconds; default: five minutes. */
  readonly giveUpMs?: number;
}

interface SignIn {
  readonly connection_id?: string;
  readonly auth_type: string;
  readonly status: string;
  readonly connectedAt: string;
}

/** What the flow needs to know about an application. */
export interface ConnectedState {
  readonly connected?: boolean;
  readonly reauth_required?: boolean;
  /** The default connections. */
  readonly connected_accounts?: readonly SignIn[];
  /** All connections. */
  readonly connections?: readonly SignIn[];
}

/** The API calls that connecting uses. */
export interface ConnectCalls<Application extends ConnectedState> {
  readonly read: () => Promise<Application>;
  readonly integrate: () => Promise<{ readonly auth_url?: string; readonly connected?: boolean }>;
  readonly save: () => Promise<unknown>;
}

/**
 * Connects and resolves with the application's new state. Call it directly in the click handler: the window is opened
 * before anything is awaited, because a browser blocks it otherwise. Throws JunctorError: POPUP_BLOCKED,
 * WINDOW_CLOSED (the customer gave up), TIMEOUT, NOT_CONNECTED, or the server's error; rejects with the signal's
 * reason if it is aborted.
 */
export async function connect<Application extends ConnectedState>(
  options: ConnectOptions,
  calls: ConnectCalls<Application>,
): Promise<Application> {
  const type = options.type ?? (options.fields ? "keybased" : "oauth2");
  if (type === "keybased") {
    await calls.save();
    return calls.read();
  }
  if (type === "client_credentials") {
    const { connected } = await calls.integrate();
    if (connected !== true) throw refused("NOT_CONNECTED", "The application did not accept the credentials.");
    return calls.read();
  }
  const opened = (options.openWindow ?? openBrowserWindow)();
  if (!opened) throw refused("POPUP_BLOCKED", "The browser blocked the window: allow it and try again.");
  try {
    return await signIn(opened, options, calls);
  } finally {
    opened.close();
  }
}

async function signIn<Application extends ConnectedState>(
  opened: ConnectWindow,
  { signal, connectionId, giveUpMs = GIVE_UP_MS }: ConnectOptions,
  { read, integrate }: ConnectCalls<Application>,
): Promise<Application> {
  const [first, { auth_url, connected }] = await Promise.all([read(), integrate()]);
  if (connected === true) return read();
  // The empty window still belongs to this page, so a javascript: address would run in it.
  if (!auth_url || !/^https?:/i.test(auth_url))
    throw refused("NOT_CONNECTED", "The server did not say where to sign in.");
  opened.location.href = auth_url;

  const before = signInsOf(first);
  const end = Date.now() + giveUpMs;
  const readPatiently = tolerant(() => read());
  for (let looksLeft = LOOKS_AFTER_CLOSE; looksLeft > 0; ) {
    await waitOrClosed(opened, Math.min(POLL_MS, end - Date.now()), signal);
    if (opened.closed) looksLeft -= 1;
    const application = await readPatiently();
    if (application && isNewlyConnected(application, before, connectionId)) return application;
    if (Date.now() >= end) throw refused("TIMEOUT", `Nobody signed in within ${giveUpMs} ms.`);
  }
  throw refused("WINDOW_CLOSED", "The window was closed before the application was connected.");
}

/** Waits for `ms` milliseconds, or only until the window is closed. */
async function waitOrClosed(opened: ConnectWindow, ms: number, signal?: AbortSignal): Promise<void> {
  if (opened.closed) return wait(ms, signal);
  for (const end = Date.now() + ms; Date.now() < end && !opened.closed; )
    await wait(Math.min(CLOSED_CHECK_MS, end - Date.now()), signal);
}

/** One failed poll is no reason to give up while the customer is signing in; the third in a row is thrown. */
function tolerant<Result>(read: () => Promise<Result>): () => Promise<Result | undefined> {
  let failures = 0;
  return async () => {
    try {
      const result = await read();
      failures = 0;
      return result;
    } catch (error) {
      const mayPass = error instanceof JunctorError && (error.status === 0 || error.status >= 500);
      failures += 1;
      if (!mayPass || failures > FAILED_POLLS_ALLOWED) throw error;
      return undefined;
    }
  };
}

function signInsOf(application: ConnectedState): readonly string[] {
  return (application.connections ?? application.connected_accounts ?? [])
    .filter(({ auth_type, status }) => auth_type === "oauth2" && status === "active")
    .map(({ connection_id, connectedAt }) => `${connection_id} ${connectedAt}`);
}

/** Reconnecting succeeds only when the sign-in is a new one. */
function isNewlyConnected(
  application: ConnectedState,
  before: readonly string[],
  connectionId: string | undefined,
): boolean {
  // These two are about the default connection.
  const isDefault = connectionId === undefined;
  if (isDefault && (application.connected !== true || application.reauth_required === true)) return false;
  return signInsOf(application).some((one) => !before.includes(one));
}

function openBrowserWindow(): ConnectWindow | null {
  return globalThis.open("", "junctor-connect", "popup,width=600,height=760");
}

function refused(code: string, message: string): JunctorError {
  return new JunctorError({ status: 0, code, message });
}
