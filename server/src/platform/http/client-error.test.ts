import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendClientError } from "./client-error.ts";

const app = Fastify({ clientErrorHandler: sendClientError });

beforeAll(async () => {
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

async function send(
  text: string,
): Promise<{ status: number; reason: string; body: { message: string; error_code: string } }> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.write(text);
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(/content-type: application\/json/);
  const [, status = "", reason = ""] = /^HTTP\/1.1 (\d+) (.*)$/m.exec(head) ?? [];
  return { status: Number(status), reason, body: JSON.parse(body) };
}

test("invalid HTTP gets the error shape and a closed connection", async () => {
  const { status, reason, body } = await send("HELLO THERE\r\n\r\n");
  expect([status, reason]).toEqual([400, "Bad Request"]);
  expect(body).toMatchObject({
    status_code: 400,
    error_code: "VALIDATION_ERROR",
    error: "VALIDATION_ERROR",
    message: "The request is not valid HTTP.",
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("headers beyond 16 KB are a 431", async () => {
  const { status, reason, body } = await send(
    `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${"a".repeat(20_000)}\r\n\r\n`,
  );
  expect([status, reason]).toEqual([431, "Request Header Fields Too Large"]);
  expect(body.message).toContain("16 KB");
});
