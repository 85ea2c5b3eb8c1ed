import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";

const PAGE = readFileSync(new URL("../../../docs/configs.md", import.meta.url), "utf8");
const BLOCKS = [...PAGE.matchAll(/^```(http|json)\n(.*?)^```$/gms)].map(([, kind = "", text = ""]) => ({
  kind,
  text,
}));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.account("acme");
});
afterAll(() => server.close());

test("the examples of docs/configs.md are answered as documented", async () => {
  let reply: TestReply | undefined;
  for (const { kind, text } of BLOCKS) {
    if (kind === "json") {
      expect(reply?.body, text).toMatchObject(JSON.parse(text));
      continue;
    }
    const [first = "", ...rest] = text.split("\n");
    const [method, url = ""] = first.split(" ");
    if (method !== "GET" && method !== "POST" && method !== "PUT") throw new Error(`No request: ${first}`);
    const body = rest.join("").trim() === "" ? undefined : rest.join("\n");
    const headers = { slug: "stripe" };
    reply = await server.request({ method, url, key: server.testKey, account: "acme", headers, body });
    expect([200, 400], reply.text).toContain(reply.status);
  }
  expect(BLOCKS.filter(({ kind }) => kind === "json").length).toBeGreaterThanOrEqual(5);
});
