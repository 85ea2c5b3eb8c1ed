import type { TestReply, TestRequest, TestServer } from "../../../test/test-server.ts";
import { waitForRunEnd } from "../../runs/start/test-run.ts";
import type { EdgeInput, Fields, NodeInput } from "../../workflows/definition/graph.ts";

/** An unpublished workflow: its nodes follow a start node, in a row unless edges say otherwise. */
interface Draft {
  readonly nodes: readonly NodeInput[];
  readonly edges?: EdgeInput[];
  /** The account that owns it; the organization's if absent. */
  readonly account?: string;
}

export const START: NodeInput = { id: "start", type: "start" };

export const transform = (id: string, output: Fields): NodeInput => ({
  id,
  type: "transform",
  data: { output },
});

/** Edges written as `a>b`, or `a:handle>b`. */
export const edges = (...texts: string[]): EdgeInput[] =>
  texts.map((text) => {
    const [from = "", target = ""] = text.split(">");
    const [source = "", sourceHandle = null] = from.split(":");
    return { source, target, sourceHandle };
  });

/** A node in the record of an execution. */
export const nodeOf = (execution: TestReply["body"], id: string) =>
  execution.nodes.find((node: { node_id: string }) => node.node_id === id);

/** Creates and tests drafts for the account `acme` with the test key, unless `more` says otherwise. */
export function createDraftTester(server: TestServer) {
  const send = (url: string, body: object, more: Partial<TestRequest> = {}): Promise<TestReply> =>
    server.request({
      method: "POST",
      url: `/api/v2/public/workflow${url}`,
      key: server.testKey,
      account: "acme",
      body,
      ...more,
    });
  const ok = (reply: TestReply) => {
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body;
  };
  const tryDraft = (id: string, body: object = {}, more: Partial<TestRequest> = {}) =>
    send(`/${id}/test`, body, more);
  return {
    /** Stores a draft and returns the workflow's id. */
    async draft({ nodes, edges: given, account }: Draft): Promise<string> {
      const row = nodes.map(({ id: target }, index) => ({ source: nodes[index - 1]?.id ?? "start", target }));
      const body = { name: "Draft", nodes: [START, ...nodes], edges: given ?? row };
      return ok(await send("", body, { account }))._id;
    },
    tryDraft,
    /** Tests a draft and returns the execution once it has ended. */
    async tested(id: string, body: object = {}, more: Partial<TestRequest> = {}): Promise<TestReply["body"]> {
      return waitForRunEnd(server, ok(await tryDraft(id, body, more)).execution_id);
    },
    /** Executes the published version and returns the execution once it has ended. */
    async executed(id: string, body: object = {}, account = "acme"): Promise<TestReply["body"]> {
      return waitForRunEnd(server, ok(await send(`/${id}/execute`, body, { account })).execution_id);
    },
  };
}
