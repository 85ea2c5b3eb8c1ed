import { expect } from "vitest";
import type { TestReply, TestRequest } from "../../../test/test-server.ts";
import { parseAllowList } from "../../platform/outbound/address-guard.ts";
import { startTestPortal, type TestPortal } from "../test-portal.ts";

export const BASE = "/api/v2/public";
export const WORKFLOW = `${BASE}/workflow`;
export const START = {
  id: "start",
  type: "start",
  triggers: [{ application: "Junctor", event: "API Call" }],
};
export const LOG = { id: "note", type: "log", data: { message: "Hello" } };
const PERMITTED = ["log", "sub_flow", "http", "loop"];

type RequestMethod = NonNullable<TestRequest["method"]>;

/** The attacker's portal, its path, and session tokens of the attacker and of another customer. */
export interface AttackedPortal {
  readonly portal: TestPortal;
  readonly path: string;
  readonly token: string;
  readonly victim: string;
}

/** Starts a portal in which customers build; `close` its portal in `afterAll`. */
export async function startAttackedPortal(): Promise<AttackedPortal> {
  // Tests in other files call this machine; here nothing is allowed.
  const portal = await startTestPortal({ outboundAllow: parseAllowList("") });
  await setPermittedNodeTypes(portal);
  const path = await portal.link("attacker");
  const token = await portal.server.account("attacker");
  const victim = await portal.server.account("victim");
  portal.server.work();
  return { portal, path, token, victim };
}

/** Lets customers build with only these node types; the initial ones if none are named. */
export async function setPermittedNodeTypes(
  portal: TestPortal,
  node_types: readonly string[] = PERMITTED,
  building = "portal",
): Promise<void> {
  const url = `${BASE}/portal-workflows`;
  const body = { building, node_types };
  const reply = await portal.server.request({ method: "PUT", url, key: portal.server.testKey, body });
  expect(reply.status, reply.text).toBe(200);
}

/** The nodes and edges of a workflow whose nodes are in a row. */
export function buildNodeSequence(...nodes: { id: string; [field: string]: unknown }[]) {
  const edges = nodes.map(({ id }, index) => ({ source: nodes[index - 1]?.id ?? "start", target: id }));
  return { nodes: [START, ...nodes], edges };
}

/** What attackers do, and what to check afterwards. */
export function createAttackCalls(attacked: () => AttackedPortal) {
  /** The proof that forms of the link's pages carry. */
  const formToken = async (of = attacked().path): Promise<string> =>
    /name="form" value="([^"]+)"/.exec((await attacked().portal.get(`${of}/workflows`)).text)?.[1] ?? "";
  return {
    formToken,
    ask: (method: RequestMethod, url: string, body?: unknown, token = attacked().token): Promise<TestReply> =>
      attacked().portal.server.request({ method, url, token, ...(body !== undefined && { body }) }),
    make: async (by: { token: string } | { key: string }, more: object = {}): Promise<string> => {
      const body = { name: "A secret plan", ...buildNodeSequence(LOG), ...more };
      const { server } = attacked().portal;
      const reply = await server.request({ method: "POST", url: WORKFLOW, ...by, body });
      expect(reply.status, reply.text).toBe(200);
      return reply.body._id;
    },
    /** Everything stored about workflows, for comparison. */
    stored: async (): Promise<string> => {
      const { db } = attacked().portal.server.deps;
      const tables = ["workflows", "workflow_versions", "workflow_publications"] as const;
      return JSON.stringify(
        await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())),
      );
    },
    /** The session token that the editor's page requests from its link. */
    editorToken: async (of = attacked().path): Promise<string> => {
      const form = await formToken(of);
      const { text } = await attacked().portal.post(`${of}/editor-session`, { form });
      return JSON.parse(text).token;
    },
  };
}
