import { buildApp } from "../../server/src/app.ts";
import type { BuildOptions } from "../../server/src/build-deps.ts";
import type { Config } from "../../server/src/config.ts";
import { startTestServer, type TestServer } from "../../server/test/test-server.ts";

/** A whole Junctor server that listens on 127.0.0.1, on `changes.port` or a free one. */
export interface ListeningServer extends TestServer {
  readonly baseUrl: string;
}

/** Starts a server for one test file; `close` it in `afterAll`. */
export async function startListeningServer(
  changes: Partial<Config> = {},
  options: Partial<BuildOptions> = {},
): Promise<ListeningServer> {
  const server = await startTestServer(changes, options);
  const app = await buildApp(server.deps);
  const baseUrl = await app.listen({ port: server.deps.config.port, host: "127.0.0.1" });
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
