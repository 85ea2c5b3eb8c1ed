import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { publishTestWorkflow } from "../../schedules/test-workflow.ts";
import { startTestApprovals, type TestApprovals } from "../approvals/test-asking.ts";

const MAKE = { id: "make_thing", tool_name: "make" };
let shop: TestApprovals;
let count = 3;
beforeAll(async () => {
  shop = await startTestApprovals();
  shop.server.work();
  shop.api.answer = ({ url }) => {
    const { searchParams } = new URL(url, "http://things");
    const lists = Array.from({ length: count }, (_, n) => ({
      id: n + 10,
      label: `List ${"abc"[n % 3]} of ${searchParams.get("board")}`,
    }));
    return { headers: { "content-type": "application/json" }, body: JSON.stringify(lists) };
  };
});
afterAll(() => shop.close());
beforeEach(() => {
  count = 3;
  shop.api.requests.length = 0;
});

const PROMPT = { type: "ref/prompt", name: "open" } as const;

async function connect(actions: object[], era: "modern" | "legacy" = "modern", token = shop.token) {
  const record = await shop.server.record({
    associated_apps: [{ slug: "things", actions }],
    suggestions: [{ name: "Open", prompt: "What is on {{ list }} of {{ board }}, for {{ whom }}?" }],
  });
  return shop.server.connect(record, token, { era });
}

type Client = Awaited<ReturnType<typeof connect>>;

function complete(
  client: Client,
  name: string,
  value: string,
  given: Record<string, string> = { board: "7" },
) {
  return client.complete({ ref: PROMPT, argument: { name, value }, context: { arguments: given } });
}

describe.each(["modern", "legacy"] as const)("in the %s era", (era) => {
  test("the argument of a prompt has the values of the tools' argument of that name", async () => {
    const client = await connect([MAKE], era);
    expect((await complete(client, "list", "")).completion).toEqual({
      values: ["10", "11", "12"],
      total: 3,
      hasMore: false,
    });
    expect((await complete(client, "list", "LIST B")).completion.values).toEqual(["11"]);
    expect((await complete(client, "list", "12")).completion.values).toEqual(["12"]);
    expect(shop.api.requests.map(({ url }) => url)).toEqual(Array(3).fill("/api/lists?board=7"));
  });

  test("an execution's URI has the ids of the account's own executions", async () => {
    const workflow = await publishTestWorkflow(shop.server, { code: "return 1" });
    const run = async (account: string) => {
      const url = `/api/v2/public/workflow/${workflow}/execute`;
      const as = { key: shop.server.testKey, account, headers: { sync_execution: "true" } };
      await shop.server.request({ method: "POST", url, ...as, body: {} });
      const listed = `/api/v2/public/execution?linked_account_id=${account}`;
      const { body } = await shop.server.request({ url: listed, key: shop.server.testKey });
      return body.docs[0]._id as string;
    };
    await shop.server.account("stranger");
    const [own, foreign] = [await run("acme"), await run("stranger")];
    const client = await connect([MAKE], era);
    const ref = { type: "ref/resource", uri: "junctor://executions/{id}" } as const;
    const ask = async (value: string) =>
      (await client.complete({ ref, argument: { name: "id", value } })).completion.values;
    expect(await ask("")).toContain(own);
    expect(await ask("")).not.toContain(foreign);
    expect(await ask(own)).toEqual([own]);
    expect(await ask(`${own}0`)).toEqual([]);
  });
});

test("at most 100 values are returned, with their total", async () => {
  count = 130;
  const { values, total, hasMore } = (await complete(await connect([MAKE]), "list", "")).completion;
  expect([values.length, total, hasMore]).toEqual([100, 130, true]);
});

test("there are no values while an argument that they depend on has none, for a denied tool, or without a connection", async () => {
  const none = { values: [], total: 0, hasMore: false };
  const client = await connect([MAKE]);
  expect((await complete(client, "list", "", {})).completion).toEqual(none);
  expect((await complete(client, "whom", "")).completion).toEqual(none);
  const denied = await connect([{ ...MAKE, policy: "deny" }]);
  expect((await complete(denied, "list", "")).completion).toEqual(none);
  const stranger = await connect([MAKE], "modern", await shop.server.account("unconnected"));
  expect((await complete(stranger, "list", "")).completion).toEqual(none);
  expect(shop.api.requests).toEqual([]);
});

test("an unknown prompt, argument or template is refused", async () => {
  const client = await connect([MAKE]);
  const id = { name: "id", value: "" };
  for (const request of [
    { ref: PROMPT, argument: { name: "other", value: "" } },
    { ref: { type: "ref/prompt" as const, name: "none" }, argument: { name: "list", value: "" } },
    { ref: { type: "ref/resource" as const, uri: "junctor://none/{id}" }, argument: id },
    {
      ref: { type: "ref/resource" as const, uri: "junctor://files/{id}" },
      argument: { ...id, name: "other" },
    },
  ])
    await expect(client.complete(request)).rejects.toMatchObject({ code: -32602 });
});
