import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { en } from "./words/en.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const send = (body: string) =>
  server.request({
    method: "POST",
    url: "/approve/unknown",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
  });

test("a form is refused whose names or values cannot be stored, or that would change every object", async () => {
  expect((await send("name=value")).status).toBe(404);
  for (const body of ["%00=1", "name=%00", "__proto__=1"]) expect((await send(body)).status, body).toBe(400);
});

test("a form that is too large is refused with a page that says so", async () => {
  const values = (count: number) => Array.from({ length: count }, () => "a=1").join("&");
  expect((await send(values(1000))).status).toBe(404);
  for (const body of [values(1001), `a=${"x".repeat(100 * 1024)}`]) {
    const { status, text } = await send(body);
    expect(status).toBe(413);
    expect(text).toContain(en["problem.tooLarge"]);
  }
});
