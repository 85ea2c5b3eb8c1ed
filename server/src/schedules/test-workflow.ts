import type { TestServer } from "../../test/test-server.ts";

export interface TestWorkflow {
  readonly key?: string;
  /** Linked account that alone has it; the organization's otherwise. */
  readonly account?: string;
  /** Event that starts it. */
  readonly event?: string;
  readonly slug?: string;
  readonly alias?: string;
  /** JavaScript of its one node. */
  readonly code?: string;
}

/** Makes and publishes a workflow of one code node for a test; returns its id. */
export async function publishWorkflow(
  server: TestServer,
  {
    key = server.testKey,
    account,
    event = "API Call",
    slug,
    alias,
    code = "return input",
  }: TestWorkflow = {},
): Promise<string> {
  const made = await server.request({
    method: "POST",
    url: "/api/v2/public/workflow",
    key,
    account,
    body: {
      name: "Test workflow",
      slug,
      workflow_alias: alias,
      nodes: [
        { id: "start", type: "start", triggers: [{ application: "Junctor", event }] },
        { id: "code", type: "ai_code_executor", data: { code } },
      ],
      edges: [{ source: "start", target: "code" }],
    },
  });
  const id = made.body?._id;
  const published = await setPublished(server, id, true, { key, account });
  if (published.status !== 200) throw new Error(`${made.text} ${published.text}`);
  return id;
}

/** Publishes or unpublishes a workflow. */
export function setPublished(
  server: TestServer,
  id: string,
  published: boolean,
  { key = server.testKey, account }: Pick<TestWorkflow, "key" | "account"> = {},
) {
  const url = `/api/v2/public/workflow/${id}/publish`;
  return server.request({ method: "PUT", url, key, account, body: { published } });
}
