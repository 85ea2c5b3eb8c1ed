import {
  type Client,
  type ConnectWindow,
  createClient,
  JunctorError,
  type ServerClient,
} from "../sdk/src/index.ts";
import type { CustomerAccount } from "./read-orders.ts";
import type { Screen } from "./screen.ts";
import { approveConsent } from "./third-party/approve-consent.ts";
import type { World } from "./world.ts";

/**
 * Plays the customers in their browsers: they connect their applications, choose settings and switch the workflows on.
 */
export async function setUpCustomers(
  screen: Screen,
  server: ServerClient,
  { url, thirdParty }: Pick<World, "url" | "thirdParty">,
): Promise<void> {
  const open = async (account: CustomerAccount) => {
    const { token } = await server.sessionTokens.create(account);
    return createClient({ baseUrl: url, token });
  };
  const books = await open("northwind-books");
  await screen.step("northwind-books signs in to Ledgerly and grants access (OAuth2)", () =>
    connectLedgerly(books),
  );
  const tools = await open("harbor-tools");
  await screen.step("harbor-tools mistypes its Stockroom key: refused, nothing stored", () =>
    refuseWrongKey(tools),
  );
  await screen.step("harbor-tools connects Stockroom with the right key", () =>
    connectStockroom(tools, thirdParty.stockroomKey),
  );
  await screen.step('northwind-books chooses "copy notes" and switches its workflow on', () =>
    switchOn(books, "ledgerly", { notes: "copy" }),
  );
  await screen.step('harbor-tools chooses "goods leave the stock" and switches its workflow on', () =>
    switchOn(tools, "stockroom", { direction: "out" }),
  );
}

/** Northwind Books clicks "connect", signs in to Ledgerly in the window that opens and allows access. */
async function connectLedgerly(client: Client): Promise<void> {
  const failure = new AbortController();
  const application = await client.connect({
    slug: "ledgerly",
    openWindow: () => openCustomerWindow((error) => failure.abort(error)),
    signal: failure.signal,
  });
  if (application.connected !== true) throw new Error("Ledgerly is not connected after the sign-in.");
}

/** Harbor Tools first mistypes its key, which must be refused and not stored. */
async function refuseWrongKey(client: Client): Promise<void> {
  const connecting = client.connect({ slug: "stockroom", fields: { key: "sr_mistyped" } });
  const wasRefused = await connecting.then(() => false, isRefusal);
  const { connected } = await client.applications.get("stockroom");
  if (!wasRefused || connected === true) throw new Error("Stockroom was connected with a wrong key.");
}

/** Harbor Tools types in its key. */
async function connectStockroom(client: Client, key: string): Promise<void> {
  const { connected } = await client.connect({ slug: "stockroom", fields: { key } });
  if (connected !== true) throw new Error("Stockroom is not connected with the right key.");
}

/** Opens the config of an application, fills in `fields` and switches its only workflow on. */
async function switchOn(client: Client, slug: string, fields: Record<string, string>): Promise<void> {
  const { config_id, workflows } = await client.configs.getOrCreate({ slug });
  const changed = await client.configs.update({
    slug,
    config_id,
    workflows: workflows.map(({ id }) => ({ id, enabled: true, fields })),
  });
  const [workflow, ...others] = changed.workflows;
  if (workflow?.enabled !== true || others.length > 0)
    throw new Error(`The workflow of ${slug} is not switched on.`);
}

/** Whether a request was answered with 400; throws any other error again. */
function isRefusal(error: unknown): boolean {
  if (error instanceof JunctorError && error.status === 400) return true;
  throw error;
}

/** A window in which the customer signs in as soon as the sign-in page appears, and which then closes. */
function openCustomerWindow(onFailure: (error: unknown) => void): ConnectWindow {
  let isClosed = false;
  const signIn = async (url: string) => {
    await approveConsent(url);
    isClosed = true;
  };
  return {
    get closed() {
      return isClosed;
    },
    location: {
      get href() {
        return "about:blank";
      },
      set href(url) {
        signIn(url).catch(onFailure);
      },
    },
    close() {
      isClosed = true;
    },
  };
}
