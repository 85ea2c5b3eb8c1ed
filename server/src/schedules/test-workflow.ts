import type { TestServer } from "../../test/test-server.ts";

export interface TestWorkflow {
  readonly key?: string;
  /** The linked account that owns it; the organization's if absent. */
  readonly account?: string;
  /** The event that starts it. */
  readonly event?: string;
  readonly slug?: string;
  readonly alias?: string;
  /** JavaScript of its only node. */
  readonly code?: string;
  /** Nodes in a row instead of that one. */
  readonly nodes?: readonly { id: string; type: string; data?: object }[];
}

/** Creates and publishes a workflow of one code node for a test, with the event that starts it; returns its id. */
export async function publishTestWorkflow(
  server: TestServer,
  {
    key = server.testKey,
    account,
    event = "API Call",
    slug,
    alias,
    code = "return input",
    nodes = [{ id: "code", type: "ai_code_executor", data: { code } }],
  }: TestWorkflow = {},
): Promise<string> {
  // If the name is taken or reserved, it needs no definition.
  await server.request({
    method: "POST",
    url: "/api/v2/public/application/event",
    key,
    body: { name: event },
  });
  const made = await server.request({
    method: "POST",
    url: "/api/v2/public/workflow",
    key,
    account,
    body: {
      name: "Test workflow",
      slug,
      workflow_alias: alias,
      nodes: [{ id: "start", type: "start", triggers: [{ application: "Junctor", event }] }, ...nodes],
      edges: nodes.map(({ id: target }, index) => ({ source: nodes[index - 1]?.id ?? "start", target })),
    },
  });
  const id = made.body?._id;
  const published = await setPublished(server, id, true, { key, account });
  if (published.status !== 200) throw new Error(`${made.text} ${published.text}`);
  return id;
}

export function setPublished(
  server: TestServer,
  id: string,
  published: boolean,
  { key = server.testKey, account }: Pick<TestWorkflow, "key" | "account"> = {},
) {
  const url = `/api/v2/public/workflow/${id}/publish`;
  return server.request({ method: "PUT", url, key, account, body: { published } });
}
