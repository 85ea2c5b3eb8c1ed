import type { TestReply, TestServer } from "../../../test/test-server.ts";

export const URL = "/api/v2/public/workflow";

/** A credential as the request helper takes it. */
export type TestCredential = { key?: string; token?: string; account?: string };

/** The routes of workflows, and the one that defines an event, as functions, for tests; `server` is asked for when one is called. */
export function createWorkflowCalls(server: () => TestServer) {
  return {
    create: (as: TestCredential, body: object = {}): Promise<TestReply> =>
      server().request({ method: "POST", url: URL, ...as, body: { name: "Sync orders", ...body } }),
    change: (as: TestCredential, id: string, body: unknown): Promise<TestReply> =>
      server().request({ method: "PUT", url: `${URL}/${id}`, ...as, body }),
    read: (as: TestCredential, id: string): Promise<TestReply> =>
      server().request({ url: `${URL}/${id}`, ...as }),
    publish: (as: TestCredential, id: string, body: object = { published: true }): Promise<TestReply> =>
      server().request({ method: "PUT", url: `${URL}/${id}/publish`, ...as, body }),
    define: (as: TestCredential, name: string): Promise<TestReply> =>
      server().request({ method: "POST", url: "/api/v2/public/application/event", ...as, body: { name } }),
    list: (as: TestCredential, query = ""): Promise<TestReply> =>
      server().request({ url: `${URL}${query}`, ...as }),
  };
}
