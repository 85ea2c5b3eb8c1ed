import type { Config } from "../src/config.ts";
import type { BuildOptions } from "../src/start/build-deps.ts";
import { startOwnServer, startTestServer, type TestServer } from "./test-server.ts";

/** A complete server that also listens on a real socket, at `baseUrl`. */
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

/** Starts one on a database that nothing else has ever used: see `startOwnServer`. */
export async function startOwnListeningServer(): Promise<ListeningServer> {
  const server = await startOwnServer();
  return { ...server, baseUrl: await listen(server) };
}

/**
 * Makes the server listen on 127.0.0.1, on the port of its public address or on a free one if that has none; returns
 * its address.
 */
export async function listen({ app, deps }: Pick<TestServer, "app" | "deps">): Promise<string> {
  const address = app.server.address();
  // A server that files share may be listening already.
  if (address !== null && typeof address === "object") return `http://127.0.0.1:${address.port}`;
  return app.listen({ host: "127.0.0.1", port: Number(new URL(deps.config.publicUrl).port) });
}
