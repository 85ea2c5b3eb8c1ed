import assert from "node:assert/strict";
import { apiOf } from "../bench/api-client.ts";

/** Publishes a workflow with code and has it run once, to its end; throws if that fails. */
export async function completeExecution(url: string, testKey: string): Promise<void> {
  const api = apiOf(url, testKey);
  await api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme", name: "Acme" });
  const { _id } = await api("POST", "/api/v2/public/workflow", {
    name: "Doubles",
    nodes: [
      { id: "start", type: "start", triggers: [{ application: "Junctor", event: "Webhook" }] },
      { id: "code", type: "ai_code_executor", data: { code: "return { twice: 2 * input.n }" } },
    ],
    edges: [{ source: "start", target: "code" }],
  });
  await api("PUT", `/api/v2/public/workflow/${_id}/publish`, { published: true });
  const answer = await api(
    "POST",
    `/api/v2/public/workflow/${_id}/execute`,
    { n: 21 },
    { linked_account_id: "acme", sync_execution: "true" },
  );
  assert.ok(JSON.stringify(answer).includes('"twice":42'), `The execution: ${JSON.stringify(answer)}`);
}
