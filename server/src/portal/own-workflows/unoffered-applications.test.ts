import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestPortal } from "../test-portal.ts";
import {
  type AttackedPortal,
  BASE,
  buildNodeSequence,
  createAttackCalls,
  LOG,
  START,
  setPermittedNodeTypes,
  startAttackedPortal,
  WORKFLOW,
} from "./test-attacks.ts";

let attacked: AttackedPortal;
let portal: TestPortal;
let token: string;
beforeAll(async () => {
  attacked = await startAttackedPortal();
  ({ portal, token } = attacked);
});
afterAll(() => portal?.close());
const { ask, make, stored } = createAttackCalls(() => attacked);

describe("applications that are not offered", () => {
  beforeAll(async () => {
    await setPermittedNodeTypes(portal, ["log", "action", "datastore"]);
    await offer(["books"]);
  });
  afterAll(async () => {
    await setPermittedNodeTypes(portal);
    await offer([], "all");
  });

  test.each([
    "desk/read",
    "Desk/read",
    " desk/read",
    "desk/read ",
    "desk//read",
    "/desk/read",
    "books/../desk/read",
    "books/desk/read",
    "desk%2fread",
    "desk\\read",
    "{{ 'desk/read' }}",
    "desk/{{ 'read' }}",
    "\u200bdesk/read",
  ])("cannot be used by the action %j", async (action) => {
    const own = await make({ token });
    const before = await stored();
    const step = { id: "act", type: "action", action };
    for (const [method, url] of [
      ["PUT", `${WORKFLOW}/${own}`],
      ["POST", `${WORKFLOW}/${own}/test`],
      ["POST", WORKFLOW],
    ] as const) {
      const reply = await ask(method, url, {
        name: "New",
        call_third_parties: true,
        ...buildNodeSequence(step),
      });
      expect(reply.status, reply.text).toBe(400);
    }
    expect(await stored()).toBe(before);
  });

  test.each([
    [
      "an action that takes the workflow's",
      { slug: "desk", ...buildNodeSequence({ id: "act", type: "action", action: "read" }) },
    ],
    ["the workflow's own", { slug: "desk" }],
    [
      "a trigger",
      { nodes: [{ ...START, triggers: [{ application: "desk", event: "thing.made" }] }], edges: [] },
    ],
    [
      "a trigger by its name",
      { nodes: [{ ...START, triggers: [{ application: "Desk", event: "thing.made" }] }], edges: [] },
    ],
    [
      "one trigger of several",
      {
        nodes: [{ ...START, triggers: [...START.triggers, { application: "desk", event: "thing.made" }] }],
        edges: [],
      },
    ],
  ])("cannot be added as %s", async (_what, change) => {
    const own = await make({ token });
    const before = await stored();
    const document = {
      format: "junctor.workflow",
      format_version: 1,
      name: "Copy",
      ...buildNodeSequence(LOG),
      ...change,
    };
    for (const reply of [
      await ask("PUT", `${WORKFLOW}/${own}`, change),
      await ask("POST", WORKFLOW, { name: "New", ...change }),
      await ask("POST", `${WORKFLOW}/import`, document),
    ])
      expect(reply.status, reply.text).toBe(400);
    expect(await stored()).toBe(before);
  });

  test("cannot be reached by actions without an application after step-by-step changes", async () => {
    const own = await make(
      { token },
      { slug: "books", ...buildNodeSequence({ id: "act", type: "action", action: "read" }) },
    );
    const before = await stored();
    for (const slug of ["desk", "Desk", " desk", "__proto__"])
      expect((await ask("PUT", `${WORKFLOW}/${own}`, { slug })).status).toBe(400);
    expect(await stored()).toBe(before);
  });
});

async function offer(applications: string[], others = "none") {
  const url = `${BASE}/portal-applications`;
  const body = { applications, others };
  const reply = await portal.server.request({ method: "PUT", url, key: portal.server.testKey, body });
  expect(reply.status, reply.text).toBe(200);
}

test.each(["a customer", "a test key"])(
  "%s imports belong where they were imported, whatever the document says",
  async (who) => {
    const by = who === "a customer" ? { token } : { key: portal.server.testKey };
    const document = {
      format: "junctor.workflow",
      format_version: 1,
      name: "Smuggled",
      ...buildNodeSequence(LOG),
    };
    for (const workflow_environment of [["production"], ["test", "production"], null]) {
      const body = { ...document, workflow_environment };
      const reply = await portal.server.request({ method: "POST", url: `${WORKFLOW}/import`, ...by, body });
      expect(reply.status, reply.text).toBe(200);
      expect(reply.body.workflow.workflow_environment).toEqual(["test"]);
    }
    const all = await portal.server.request({
      url: `${WORKFLOW}/all?name=Smuggled`,
      key: portal.server.productionKey,
    });
    expect(all.body.docs).toEqual([]);
  },
);
