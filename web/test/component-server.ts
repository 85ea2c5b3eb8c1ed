import type { Role } from "../../server/src/auth/roles.ts";
import { startListeningServer } from "../../server/test/listening-server.ts";
import { signInOperator } from "../../server/test/sign-in-operator.ts";

/** Starts a server of which tests of components are the signed-in operator. */
export async function startComponentServer() {
  const server = await startListeningServer();
  const { baseUrl, request, testKey: key } = server;
  return {
    baseUrl,
    /** Calls the API with the key of the test environment; fails if the call is refused. */
    api: async (
      method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
      path: string,
      body?: unknown,
      account?: string,
    ) => {
      const { status, body: reply, text } = await request({ method, url: path, key, account, body });
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
      return reply;
    },
    /** The cookie of a new operator. */
    signIn: async (role: Role) => (await signInOperator(server, role)).cookie,
    work: server.work,
    close: server.close,
  };
}
