import Fastify from "fastify";
import { expect, test } from "vitest";
import { ApiError, notFound } from "../errors.ts";
import { SandboxUnavailableError } from "../sandbox/sandbox.ts";
import { sendUnroutableError, useErrorReplies } from "./error-reply.ts";

const logged: string[] = [];
const app = Fastify({
  logger: { level: "warn", stream: { write: (line: string) => logged.push(line) } },
  routerOptions: { maxParamLength: 20 },
  frameworkErrors: sendUnroutableError,
});
useErrorReplies(app);
let thrown: unknown;
app.get("/fail", () => {
  throw thrown;
});
app.get("/things/:id", () => "ok");

async function replyTo(error: unknown) {
  thrown = error;
  const reply = await app.inject("/fail");
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}

function withCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

test("every error has one shape, in both spellings of its two names (platform-surface 4.8)", async () => {
  const { status, body, headers } = await replyTo(notFound("Workflow"));
  expect(status).toBe(404);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(body).toEqual({
    status_code: 404,
    http_error_type: "NOT_FOUND",
    error_type: "NOT_FOUND",
    error_code: "RESOURCE_NOT_FOUND",
    error: "RESOURCE_NOT_FOUND",
    message: "Workflow not found",
    request_id: expect.stringMatching(/./),
  });
});

test("a bug is a 500 that shows nothing of the exception, and the log names it by the request id", async () => {
  const { status, body } = await replyTo(new Error("secret: connection string postgres://u:p@h/d"));
  expect(status).toBe(500);
  expect(body.error_code).toBe("SERVER_ERROR");
  expect(JSON.stringify(body)).not.toContain("postgres");
  expect(logged.at(-1)).toContain(body.request_id);
});

test.each([{ statusCode: 404 }, { statusCode: 401, code: "UND_ERR_RESPONSE" }, "text"])(
  "an error of another library (%j) is a 500 as well",
  async (error) => {
    const { status, body } = await replyTo(
      typeof error === "object" && error !== null ? Object.assign(new Error("not ours"), error) : error,
    );
    expect({ status, code: body.error_code }).toEqual({ status: 500, code: "SERVER_ERROR" });
    expect(JSON.stringify(body)).not.toContain("not ours");
  },
);

test.each([
  withCode("terminating connection due to administrator command", "57P01"),
  withCode("the database system is starting up", "57P03"),
  withCode("sorry, too many clients already", "53300"),
  withCode("could not extend file: No space left on device", "53100"),
  withCode("deadlock detected", "40P01"),
  withCode("cached plan must not change result type", "0A000"),
  withCode("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
  withCode("read ECONNRESET", "ECONNRESET"),
  new Error("Connection terminated unexpectedly"),
  new Error("timeout exceeded when trying to connect"),
  new Error("Client has encountered a connection error and is not queryable"),
])("an unreachable database (%s) is a 503 with Retry-After", async (error) => {
  const { status, body, headers } = await replyTo(error);
  expect({ status, code: body.error_code }).toEqual({ status: 503, code: "UNAVAILABLE" });
  expect(headers["retry-after"]).toBe("1");
  expect(body.message).toBe("The database is not responding right now; please try again.");
});

test("a lost thread of the sandbox is a 503 with Retry-After, too, and its cause is logged", async () => {
  const error = new SandboxUnavailableError("It ended.", { cause: new Error("no memory for a thread") });
  const { status, body, headers } = await replyTo(error);
  expect([status, headers["retry-after"], body.error_code]).toEqual([503, "1", "UNAVAILABLE"]);
  expect(JSON.stringify(body)).not.toMatch(/ended|thread/);
  expect(logged.at(-1)).toContain("no memory for a thread");
});

test("an error in our SQL is not retryable", async () => {
  expect((await replyTo(withCode("syntax error", "42601"))).status).toBe(500);
  expect((await replyTo(withCode("feature not supported", "0A000"))).status).toBe(500);
});

test("an ApiError keeps its own status and code", async () => {
  const { status, body } = await replyTo(new ApiError("conflict", "CONFLICT", "Twice."));
  expect(status).toBe(409);
  expect(body).toMatchObject({ error_type: "CONFLICT", message: "Twice." });
});

test("an address without a route is a 404 that omits its query", async () => {
  const reply = await app.inject("/nowhere?token=secret");
  expect(reply.statusCode).toBe(404);
  expect(reply.json().message).toBe("Route GET /nowhere does not exist.");
});

test("an address with invalid escapes is a 400, one with an endless id a 404, in the same shape", async () => {
  const broken = await app.inject("/things/%zz");
  expect(broken.statusCode).toBe(400);
  expect(broken.json()).toMatchObject({
    error_code: "VALIDATION_ERROR",
    request_id: broken.headers["x-request-id"],
  });
  const endless = await app.inject(`/things/${"x".repeat(200)}`);
  expect(endless.statusCode).toBe(404);
  expect(endless.json()).toMatchObject({ error_code: "RESOURCE_NOT_FOUND" });
});
