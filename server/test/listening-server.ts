import type { BuildOptions } from "../src/build-deps.ts";
import type { Config } from "../src/config.ts";
import { startOwnServer, startTestServer, type TestServer } from "./test-server.ts";

/** A whole server that is also reached over a real socket, at `baseUrl`. */
export interface ListeningServer extends TestServer {
  readonly baseUrl: string;
}

/** Starts a server for one test file on 127.0.0.1; `close` it in `afterAll`. */
export async function startListeningServer(
  changes: Partial<Config> = {},
  options: Partial<BuildOptions> = {},
): Promise<ListeningServer> {
  const server = await startTestServer(changes, options);
  return { ...server, baseUrl: await listen(server) };
}

/** The same on a database that nothing else ever used: see `startOwnServer`. */
export async function startOwnListeningServer(): Promise<ListeningServer> {
  const server = await startOwnServer();
  return { ...server, baseUrl: await listen(server) };
}

/** Has the server listen on 127.0.0.1, at the port of its public address, or at a free one if that has none; returns its address. */
export async function listen({ app, deps }: Pick<TestServer, "app" | "deps">): Promise<string> {
  const address = app.server.address();
  // One that files share may listen already.
  if (address !== null && typeof address === "object") return `http://127.0.0.1:${address.port}`;
  return app.listen({ host: "127.0.0.1", port: Number(new URL(deps.config.publicUrl).port) });
}
