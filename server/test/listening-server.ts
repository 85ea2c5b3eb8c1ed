import { buildApp } from "../src/app.ts";
import type { BuildOptions } from "../src/build-deps.ts";
import type { Config } from "../src/config.ts";
import { startTestServer, type TestServer } from "./test-server.ts";

/** A whole server on a database of its own that is also reached over a real socket, at `baseUrl`. */
export interface ListeningServer extends TestServer {
  readonly baseUrl: string;
}

/** Starts a server for one test file on 127.0.0.1, on the port of `publicUrl` or `port` if given, else on a free one; `close` it in `afterAll`. */
export async function startListeningServer(
  changes: Partial<Config> = {},
  options: Partial<BuildOptions> = {},
): Promise<ListeningServer> {
  const server = await startTestServer(changes, options);
  const app = await buildApp(server.deps);
  const port = changes.publicUrl ? Number(new URL(changes.publicUrl).port) : server.deps.config.port;
  const baseUrl = await app.listen({ host: "127.0.0.1", port });
  return {
    ...server,
    baseUrl,
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
      await server.close();
    },
  };
}
