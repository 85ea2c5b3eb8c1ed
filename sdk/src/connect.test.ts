import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ConnectCalls, type ConnectedState, type ConnectOptions, connect } from "./connect.ts";
import { JunctorError } from "./http/error.ts";

const AUTH_URL = "https://sign-in.example.com/authorize?client_id=1";
const NONE: ConnectedState = { connected: false, connected_accounts: [] };
const OLD = connectedAt("2026-01-01T00:00:00.000Z");
const NEW = connectedAt("2026-01-02T00:00:00.000Z");

function connectedAt(at: string, extra: Partial<ConnectedState> = {}): ConnectedState {
  return {
    connected: true,
    connected_accounts: [{ auth_type: "oauth2", status: "active", connectedAt: at }],
    ...extra,
  };
}

/** A window as the browser returns it to its opener. */
function browserWindow() {
  const state = {
    closed: false,
    location: { href: "about:blank" },
    close: () => {
      state.closed = true;
    },
  };
  return state;
}

/** Answers each read with the next state and repeats the last one; throws the errors in the list. */
function reads(...states: (ConnectedState | Error)[]) {
  let index = 0;
  return async () => {
    const state = states[Math.min(index++, states.length - 1)] ?? NONE;
    if (state instanceof Error) throw state;
    return state;
  };
}

function start(
  read: () => Promise<ConnectedState>,
  options: Partial<ConnectOptions> = {},
  answer: Awaited<ReturnType<ConnectCalls<ConnectedState>["integrate"]>> = { auth_url: AUTH_URL },
) {
  const opened = browserWindow();
  const integrate = vi.fn(async () => answer);
  const work = connect(
    { slug: "ledgerly", openWindow: () => opened, ...options },
    { read, integrate, save: async () => ({ success: true }) },
  ).catch((error: unknown) => error);
  return { opened, integrate, work };
}

const away = () => new JunctorError({ status: 503, code: "UNAVAILABLE", message: "Try again." });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("connecting by sign-in", () => {
  test("opens the window before anything is awaited, sends it to the sign-in page and closes it at the end", async () => {
    const order: string[] = [];
    const opened = browserWindow();
    const work = connect(
      {
        slug: "ledgerly",
        openWindow: () => {
          order.push("open");
          return opened;
        },
      },
      {
        read: async () => {
          order.push("read");
          return order.length < 4 ? NONE : NEW;
        },
        integrate: async () => ({ auth_url: AUTH_URL }),
        save: async () => undefined,
      },
    );
    expect(order[0]).toBe("open");
    await vi.advanceTimersByTimeAsync(100);
    expect(opened).toMatchObject({ closed: false, location: { href: AUTH_URL } });
    await vi.advanceTimersByTimeAsync(9000);
    expect(await work).toEqual(NEW);
    expect(opened.closed).toBe(true);
  });

  test("waits for a new sign-in if there was one already", async () => {
    const { work } = start(reads(OLD, OLD, OLD, NEW));
    await vi.advanceTimersByTimeAsync(9000);
    expect(await work).toEqual(NEW);
  });

  test("waits until an expired connection works again", async () => {
    const expired = connectedAt("2026-01-02T00:00:00.000Z", { reauth_required: true });
    const { work } = start(reads(NONE, expired, NEW));
    await vi.advanceTimersByTimeAsync(6000);
    expect(await work).toEqual(NEW);
  });

  test("polls every three seconds", async () => {
    const read = vi.fn(reads(NONE));
    const { work } = start(read, { giveUpMs: 9000 });
    await vi.advanceTimersByTimeAsync(8999);
    expect(read).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(await work).toMatchObject({ code: "TIMEOUT", status: 0 });
    expect(read).toHaveBeenCalledTimes(4);
  });

  test("gives up after five minutes and closes the window", async () => {
    const { opened, work } = start(reads(NONE));
    await vi.advanceTimersByTimeAsync(299_000);
    expect(opened.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await work).toMatchObject({ code: "TIMEOUT" });
    expect(opened.closed).toBe(true);
  });

  test("throws POPUP_BLOCKED when the browser opens no window, and starts no sign-in", async () => {
    const { integrate, work } = start(reads(NONE), { openWindow: () => null });
    expect(await work).toMatchObject({ code: "POPUP_BLOCKED" });
    expect(integrate).not.toHaveBeenCalled();
  });

  test("polls at once when the window closes and once more, then throws WINDOW_CLOSED", async () => {
    const read = vi.fn(reads(NONE));
    const closing = start(read);
    await vi.advanceTimersByTimeAsync(10);
    closing.opened.close();
    await vi.advanceTimersByTimeAsync(250);
    expect(read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await closing.work).toMatchObject({ code: "WINDOW_CLOSED" });
    expect(read).toHaveBeenCalledTimes(3);

    const quick = start(reads(NONE, NEW));
    await vi.advanceTimersByTimeAsync(10);
    quick.opened.close();
    await vi.advanceTimersByTimeAsync(250);
    expect(await quick.work).toEqual(NEW);
  });

  test("survives two failed polls in a row, but not three, and no refusal", async () => {
    const patient = start(reads(NONE, away(), away(), NONE, away(), NEW));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await patient.work).toEqual(NEW);

    const third = start(reads(NONE, away(), away(), away(), NEW));
    await vi.advanceTimersByTimeAsync(9000);
    expect(await third.work).toMatchObject({ status: 503 });

    const revoked = new JunctorError({ status: 401, code: "INVALID_TOKEN", message: "Invalid Credentials" });
    const refused = start(reads(NONE, revoked));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await refused.work).toBe(revoked);
    expect(refused.opened.closed).toBe(true);
  });

  test("rejects with the signal's reason and closes the window", async () => {
    const controller = new AbortController();
    const { opened, work } = start(reads(NONE), { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(4000);
    controller.abort(new Error("left"));
    expect(await work).toMatchObject({ message: "left" });
    expect(opened.closed).toBe(true);
  });

  test("never sends the window to an address that is not http", async () => {
    const { opened, work } = start(reads(NONE), {}, { auth_url: "javascript:alert(1)" });
    await vi.advanceTimersByTimeAsync(1);
    expect(opened.location.href).toBe("about:blank");
    expect(await work).toMatchObject({ code: "NOT_CONNECTED" });
  });
});

describe("connecting without a window", () => {
  const noWindow = () => expect.unreachable("No window is needed.");

  test("saves the fields of a key-based application", async () => {
    const { integrate, work } = start(reads(NEW), { fields: { api_key: "k" }, openWindow: noWindow });
    expect(await work).toEqual(NEW);
    expect(integrate).not.toHaveBeenCalled();
  });

  test("throws NOT_CONNECTED when client credentials are rejected", async () => {
    const options: Partial<ConnectOptions> = { type: "client_credentials", openWindow: noWindow };
    const { work } = start(reads(NEW), options, { connected: false });
    expect(await work).toMatchObject({ code: "NOT_CONNECTED" });
  });
});
