import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/test-server.ts";
import { startTestApprovals, type TestApprovals } from "../approvals/test-asking.ts";

let shop: TestApprovals;
let record: string;
beforeAll(async () => {
  shop = await startTestApprovals();
  const actions = [{ id: "make_thing", tool_name: "make" }, { id: "list_things" }];
  record = await shop.server.record({ associated_apps: [{ slug: "things", actions }] });
});
afterAll(() => shop.close());

interface More {
  readonly headers?: Record<string, string>;
  readonly meta?: object;
}

/** Sends a call as it stands; what is not plain goes by the protocol's library. */
async function send(args: string, { headers = {}, meta }: More = {}, isPlain = true) {
  const _meta = { ...meta, ...(!isPlain && { progressToken: 1 }) };
  const params = `{"name":"make","arguments":${args},"_meta":${JSON.stringify(_meta)}}`;
  const reply = await fetch(`${shop.server.baseUrl}/mcp/v1/${record}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${shop.token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": "2025-11-25",
      ...headers,
    },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
  });
  return JSON.parse((await reply.text()).replace(/^[\s\S]*?data: /, ""));
}

const url = () => `/api/v2/public/mcp-calls?status=REFUSED`;
const refused = async () => (await shop.server.request({ url: url(), key: shop.server.testKey })).body;

/** Resolves with the newest row when there are so many. */
const logged = (count: number) =>
  eventually(async () => {
    const { totalDocs, docs } = await refused();
    return totalDocs === count && docs[0];
  });

const LAMP = '{"name":"lamp","board":1}';

test("an invalid key is rejected, in the header as in the call, and no call is made", async () => {
  const before = shop.made().length;
  const { totalDocs } = await refused();
  const wrong: More[] = [
    { headers: { "idempotency-key": "order 1" } },
    { headers: { "idempotency-key": "k".repeat(256) } },
    { headers: { "idempotency-key": "bestellung-ä" } },
    { headers: { "idempotency-key": "" } },
    { meta: { "junctor/idempotency-key": 5 } },
  ];
  for (const [at, more] of wrong.entries()) {
    for (const isPlain of [true, false])
      expect((await send(LAMP, more, isPlain)).result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("must be text of 1 to 255 visible ASCII characters") }],
      });
    expect(await logged(totalDocs + 2 * (at + 1))).toMatchObject({
      tool: "make",
      mcp_server_id: record,
      arguments: { name: "lamp", board: 1 },
      error: expect.stringContaining("visible ASCII"),
    });
  }
  expect(shop.made().length).toBe(before);
  // The call's own goes before the one of the request.
  const both = { headers: { "idempotency-key": "order 1" }, meta: { "junctor/idempotency-key": "order-1" } };
  expect((await send(LAMP, both)).result.isError).toBeFalsy();
});

test("a call with invalid JSON is in the log, by both code paths", async () => {
  const { totalDocs } = await refused();
  const deep = '{"a":'.repeat(100_000) + 1 + "}".repeat(100_000);
  const wrong: [string, string][] = [
    ['{"name":"a\\u0000b"}', "NUL"],
    ['{"name":"lamp","__proto__":{"a":1}}', "__proto__"],
    [`{"name":${deep}}`, "deeper than 64 levels"],
    [`{"password":${deep}}`, "deeper than 64 levels"],
  ];
  for (const [at, [args, problem]] of wrong.entries()) {
    for (const isPlain of [true, false])
      expect(JSON.stringify(await send(args, {}, isPlain))).toContain(problem);
    const error = expect.stringContaining(problem);
    expect(await logged(totalDocs + 2 * (at + 1))).toMatchObject({ tool: "make", client: "node", error });
  }
});

test("a call with another call's key is in the log", async () => {
  const { totalDocs } = await refused();
  const more = { meta: { "junctor/idempotency-key": "taken" } };
  await send(LAMP, more);
  expect((await send('{"name":"table","board":1}', more)).result.isError).toBe(true);
  expect(await logged(totalDocs + 1)).toMatchObject({
    arguments: { name: "table" },
    error: expect.stringContaining("used for another call"),
  });
  // What is answered with its first call is that.
  expect((await send(LAMP, more)).result.isError).toBeFalsy();
  expect((await refused()).totalDocs).toBe(totalDocs + 1);
});
