import { afterAll, beforeAll, expect, test } from "vitest";
import { buildGreeter, startTestRegistry, type TestRegistry } from "../../../../test/package-registry.ts";
import { eventually, startOwnServer, type TestReply, type TestServer } from "../../../../test/test-server.ts";
import { addPendingRecords } from "../../../audit-log/write.ts";

const PIECES = "/api/v2/public/pieces";
// Npm and the bundler are processes of their own, which a busy machine starts late.
const INSTALL_MS = 150_000;
const GREETER = "@example/piece-greeter";

let server: TestServer;
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  for (const version of ["1.0.0", "1.1.0"]) await registry.publish(GREETER, version, buildGreeter(version));
  server = await startOwnServer();
  server.work();
  await server.account("ann");
});
afterAll(async () => {
  await server?.close();
  await registry?.close();
});

const send = (method: "GET" | "POST" | "PUT" | "DELETE", path = "", body?: unknown) =>
  server.request({ method, url: `${PIECES}${path}`, key: server.productionKey, body });

/** The piece, once its installation has ended. */
async function ended(slug: string): Promise<TestReply["body"]> {
  return eventually(async () => {
    const { body } = await send("GET", `/${slug}`);
    return body.install.status !== "installing" && body;
  }, INSTALL_MS);
}

async function install(body: object, slug = "piece-greeter") {
  const reply = await send("POST", "", body);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body.install).toMatchObject({ status: "installing", stage: expect.any(String) });
  return ended(slug);
}

async function connect(): Promise<TestReply> {
  return server.request({
    method: "PUT",
    url: "/api/v2/public/linked-account/integration/save-key-credentials/piece-greeter",
    key: server.testKey,
    account: "ann",
    body: { secret_text: "k" },
  });
}

const greet = () =>
  server.request({
    method: "POST",
    url: "/api/v2/integration-schema/piece-greeter/actions/greet/execute",
    key: server.testKey,
    account: "ann",
    body: {},
  });

async function record() {
  await addPendingRecords(server.deps);
  const { body } = await server.request({
    url: "/api/v2/public/audit-log?object_type=piece",
    key: server.productionKey,
  });
  return body.docs.map((one: { action: string; object: { name: string }; actor: { kind: string } }) => [
    one.action,
    one.object.name,
    one.actor.kind,
  ]);
}

test("a package is installed, used, replaced by its newest version, put back and removed", async () => {
  const first = await install({ package: GREETER, version: "1.0.0" });
  expect(first).toMatchObject({
    slug: "piece-greeter",
    package: GREETER,
    version: "1.0.0",
    install: { status: "installed", version: "1.0.0" },
    versions: [
      {
        version: "1.0.0",
        in_use: true,
        integrity: expect.stringMatching(/^sha512-/),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        installed_by: expect.stringMatching(/^API key /),
      },
    ],
    left_out: [expect.stringContaining("pause")],
  });
  expect((await connect()).text).toBe('{"success":true}');
  expect((await greet()).body).toMatchObject({ data: { said: "1.0.0" } });

  const updating = await send("PUT", "/piece-greeter", {});
  expect(updating.body.install.status).toBe("installing");
  expect((await ended("piece-greeter")).version).toBe("1.1.0");
  expect((await greet()).body).toMatchObject({ data: { said: "1.1.0" } });

  const downloads = registry.downloads();
  const back = await send("PUT", "/piece-greeter", { version: "1.0.0" });
  expect(back.body).toMatchObject({ version: "1.0.0", install: { status: "installed" } });
  expect(back.body.versions.map((one: { version: string }) => one.version)).toEqual(["1.1.0", "1.0.0"]);
  expect((await greet()).body).toMatchObject({ data: { said: "1.0.0" } });
  expect(registry.downloads()).toBe(downloads);

  const refused = await send("DELETE", "/piece-greeter");
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(/^piece-greeter is used by 1 connection, /),
  ]);
  expect((await greet()).body).toMatchObject({ data: { said: "1.0.0" } });
  expect((await send("DELETE", "/piece-greeter?force=true")).status).toBe(200);
  expect((await greet()).status).toBe(404);
  expect((await send("GET", "/piece-greeter")).status).toBe(404);
  expect((await send("GET")).body).toEqual({ docs: [], may_change: true });
  expect(await record()).toEqual([
    ["piece.removed", `${GREETER}@1.0.0`, "api_key"],
    ["piece.version_changed", `${GREETER}@1.0.0`, "api_key"],
    ["piece.installed", `${GREETER}@1.1.0`, "api_key"],
    ["piece.installed", `${GREETER}@1.0.0`, "api_key"],
  ]);
});

test("connections of a removed piece do not go to another package with its slug, and work again with their own", async () => {
  await registry.publish("@other/piece-greeter", "1.0.0", buildGreeter("other"));
  const reply = await send("POST", "", { package: "@other/piece-greeter", version: "1.0.0" });
  expect([reply.status, reply.body.message]).toEqual([
    409,
    `piece-greeter was the package ${GREETER} and still has 1 connection, which must not go to @other/piece-greeter: disconnect them first.`,
  ]);
  await install({ package: GREETER, version: "1.0.0" });
  expect((await greet()).body).toMatchObject({ data: { said: "1.0.0" } });
  const again = await send("POST", "", { package: "@other/piece-greeter" });
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining("remove it first")]);
});

test("a package that cannot be installed says why, leaves the version in use alone, and can be dismissed", async () => {
  const failed = await install({ package: GREETER, version: "9.9.9" });
  expect(failed).toMatchObject({
    version: "1.0.0",
    install: { status: "failed", problem: expect.stringContaining("npm could not install") },
  });
  expect((await greet()).body).toMatchObject({ data: { said: "1.0.0" } });
  await registry.publish("@example/no-piece", "1.0.0", "exports.nothing = 1;");
  expect((await install({ package: "@example/no-piece" }, "piece-no-piece")).install).toMatchObject({
    status: "failed",
    version: "1.0.0",
    problem: expect.stringContaining("contains no piece"),
  });
  expect((await send("DELETE", "/piece-no-piece")).status).toBe(200);
  expect((await send("GET", "/piece-no-piece")).status).toBe(404);
  expect((await install({ package: "@example/nowhere" }, "piece-nowhere")).install).toMatchObject({
    status: "failed",
    problem: "npm found no package @example/nowhere.",
  });
});

test("two installations of one slug do not run at once, and what is not a package is refused", async () => {
  const bodies = [{ package: GREETER }, { package: GREETER }];
  const replies = await Promise.all(bodies.map((body) => send("POST", "", body)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await send("PUT", "/piece-greeter", { version: "1.0.0" })).status).toBe(409);
  expect((await send("DELETE", "/piece-greeter?force=true")).status).toBe(409);
  expect((await ended("piece-greeter")).version).toBe("1.1.0");
  for (const body of [
    {},
    { package: "/etc" },
    { package: "../piece" },
    { package: `${GREETER}@1.0.0` },
    { package: "--global" },
    { package: "https://example.com/piece.tgz" },
    { package: GREETER, version: "latest" },
    { package: GREETER, version: "1.0.0 --global" },
    { package: GREETER, more: 1 },
  ])
    expect((await send("POST", "", body)).status, JSON.stringify(body)).toBe(400);
});

test("only owners in production change pieces", async () => {
  const { testKey, productionKey } = server;
  const made = await server.request({
    method: "POST",
    url: "/api/v2/public/api-keys",
    key: productionKey,
    body: { name: "A developer", role: "developer" },
  });
  const developer = made.body.key;
  for (const [key, message] of [
    [testKey, "Changing pieces requires a production key."],
    [developer, expect.stringContaining("requires the role owner")],
  ] as const) {
    const calls = [
      server.request({ method: "POST", url: PIECES, key, body: { package: GREETER } }),
      server.request({ method: "PUT", url: `${PIECES}/piece-greeter`, key, body: { version: "1.0.0" } }),
      server.request({ method: "DELETE", url: `${PIECES}/piece-greeter?force=true`, key }),
    ];
    for (const { status, body } of await Promise.all(calls))
      expect([status, body.message]).toEqual([403, message]);
  }
  expect((await send("GET", "/piece-greeter")).body.version).toBe("1.1.0");
});

test("with several organizations nobody's owners change pieces, and who installed one stays with their own", async () => {
  const { productionKey } = await server.organization();
  const reason = /^This server has several organizations, .* \(JUNCTOR_PIECES=owners\)\.$/;
  for (const key of [productionKey, server.productionKey]) {
    const reply = await server.request({ method: "POST", url: PIECES, key, body: { package: GREETER } });
    expect([reply.status, reply.body.message]).toEqual([403, expect.stringMatching(reason)]);
    const { body } = await server.request({ url: PIECES, key });
    expect(body).toMatchObject({ may_change: false, reason: expect.stringMatching(reason) });
  }
  const [version] = (await server.request({ url: `${PIECES}/piece-greeter`, key: productionKey })).body
    .versions;
  expect(version).toMatchObject({ version: "1.1.0", in_use: true });
  expect(version.installed_by).toBeUndefined();
});
