import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseJson } from "../../../platform/json/parse-json.ts";
import {
  type BareCall,
  type Connector,
  ConnectorError,
  type Credential,
  type JsonObject,
} from "../../connector.ts";
import { createPieceConnector, type InstalledPiece } from "./piece-connector.ts";
import { createPiecePool, type PiecePool } from "./piece-pool.ts";
import { buildTestPiece } from "./test-piece.ts";

const FIXTURE = fileURLToPath(new URL("fixture/piece-lab", import.meta.url));
const KEY = "lab-key-of-a-customer";

let dataDir: string;
let piece: InstalledPiece;
let pool: PiecePool;
let strictPool: PiecePool;
let connector: Connector;
let strict: Connector;
let rows: unknown[] = [];
const hooks: string[] = [];
let site: Server;
let url: string;
beforeAll(async () => {
  site = createServer((request, reply) => {
    if (request.method === "POST") {
      request.on("data", (chunk) => hooks.push(JSON.parse(String(chunk)).hook));
      return reply.end(JSON.stringify({ id: 7 }));
    }
    if (request.method === "DELETE") hooks.length = 0;
    reply.end(JSON.stringify(rows));
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;

  dataDir = mkdtempSync(join(tmpdir(), "pieces-"));
  piece = await buildTestPiece(dataDir, FIXTURE);
  pool = createPiecePool({ allow: "127.0.0.1" });
  strictPool = createPiecePool({ allow: "" });
  connector = createPieceConnector(piece, pool);
  strict = createPieceConnector(piece, strictPool);
});
afterAll(() => {
  pool.close();
  strictPool.close();
  site.closeAllConnections();
  site.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const credential: Credential = { type: "keybased", settings: {}, values: { key: KEY } };
const bare: BareCall = {
  credential,
  now: Date.now,
  http: () => Promise.reject(new Error("Pieces have no use for it.")),
};
const run = (action: string, input: JsonObject = {}, more: Partial<BareCall> = {}, with_ = connector) =>
  with_.run(action, { ...bare, ...more, input });

async function failureOf(promise: Promise<unknown> | undefined): Promise<ConnectorError> {
  const error = await promise?.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectorError) return error;
  throw error ?? new Error("It succeeded.");
}

describe("what a piece offers", () => {
  it("is told in our own terms: ways of connecting, actions with schemas and hints, triggers, choices", () => {
    const { info } = connector;
    expect(info).toMatchObject({ slug: "piece-lab", name: "Lab", version: "1.2.3", provider: "piece" });
    expect(info.auth.keybased?.fields.map(({ name, secret }) => [name, secret])).toEqual([["key", true]]);
    expect(info.auth.oauth2).toMatchObject({
      authorizeUrl: "https://{{ settings.shop }}.lab.example/authorize",
      clientAuth: "basic",
      pkce: true,
      scopes: ["read", "write"],
    });
    const echo = info.actions.find(({ id }) => id === "echo");
    expect(echo).toMatchObject({
      description: "Says it back.",
      audience: "ai",
      hints: { readOnly: true, idempotent: true, destructive: false },
    });
    expect(info.actions.find(({ id }) => id === "get_it")?.hints).toMatchObject({
      readOnly: true,
      idempotent: true,
    });
    expect(echo?.input).toEqual({
      type: "object",
      required: ["title", "board"],
      properties: {
        title: { type: "string", title: "Title" },
        done: { type: "boolean", title: "Done" },
        kind: { enum: ["a"], title: "Kind" },
        board: { "x-options": "actions.echo.board", title: "Board" },
        rows: {
          type: "array",
          title: "Rows",
          items: {
            type: "object",
            required: ["cell"],
            properties: { cell: { type: "string", title: "Cell" } },
          },
        },
      },
    });
    expect(info.options).toContainEqual({ id: "actions.echo.board", needs: ["title"] });
    expect(info.triggers.map(({ id, delivery }) => [id, delivery.kind])).toEqual([
      ["new_row", "poll"],
      ["told", "webhook"],
    ]);
    expect(piece.description.leftOut).toHaveLength(2);
  });

  it("is run with the credential in the piece's own form, and answers JSON", async () => {
    const input = { title: "T", done: true, board: 1 };
    expect(await run("echo", input)).toEqual({
      auth: { type: "CUSTOM_AUTH", props: { key: KEY } },
      propsValue: input,
      at: "1970-01-01T00:00:00.000Z",
    });
    const values = { access_token: "at-1", team: { id: "T1" } };
    const oauth: Credential = { type: "oauth2", settings: { shop: "acme" }, values };
    expect(await run("echo", input, { credential: oauth })).toMatchObject({
      auth: { type: "OAUTH2", access_token: "at-1", data: { team: { id: "T1" } }, props: { shop: "acme" } },
    });
  });

  it("gets numbers with all their digits, and returns them so", async () => {
    const result = await run("echo", parseJson('{"title":"T","done":true,"board":9007199254740993}'));
    expect(JSON.stringify(result)).toContain('"board":9007199254740993');
  });

  it("is not asked with inputs that do not fit", async () => {
    const failure = await failureOf(run("echo", { title: 5 }));
    expect([failure.code, failure.status]).toEqual(["input", undefined]);
  });

  it("offers choices that depend on other fields", async () => {
    const choices = await connector.options?.("actions.echo.board", { ...bare, input: { title: "Ann" } });
    expect(choices).toEqual([{ name: "Board of Ann", value: { id: 1 } }]);
  });

  it("lists the fields of a dynamic form, which needs only what is required", async () => {
    const list = "actions.fill_in.fields";
    const { input } = connector.info.actions.find(({ id }) => id === "fill_in") ?? {};
    expect(input?.properties).toMatchObject({
      fields: {
        type: "object",
        title: "Fields",
        propertyNames: { "x-options": list },
        description: `An object; the option list ${list} has the names of its members.`,
      },
    });
    expect(connector.info.options).toContainEqual({ id: list, needs: ["title"] });
    expect(await connector.options?.(list, { ...bare, input: { title: "Ann" } })).toEqual([
      { name: "Size of Ann (required)", value: "size" },
      { name: "lab", value: "key" },
    ]);
    const filled = { title: "Ann", fields: { size: 3 } };
    expect(await run("fill_in", filled)).toEqual(filled);
  });

  it("checks a credential", async () => {
    expect(await connector.check?.(bare)).toEqual({});
    const wrong: Credential = { ...credential, values: { key: "wrong-key" } };
    const failure = await failureOf(connector.check?.({ ...bare, credential: wrong }));
    expect([failure.code, failure.message]).toEqual(["auth", "Lab: the key [redacted] is wrong"]);
  });
});

describe("triggers", () => {
  it("poll: nothing the first time, then what is new", async () => {
    const call = { ...bare, input: { url } };
    rows = ["a"];
    const first = await connector.poll?.("new_row", { ...call, cursor: null });
    expect(first).toEqual({ events: [], cursor: { seen: 1 } });
    rows = ["a", "b", "c"];
    const second = await connector.poll?.("new_row", { ...call, cursor: first?.cursor ?? null });
    expect(second?.events.map(({ data }) => data)).toEqual(["b", "c"]);
    expect(new Set(second?.events.map(({ key }) => key)).size).toBe(2);
    const third = await connector.poll?.("new_row", { ...call, cursor: second?.cursor ?? null });
    expect(third?.events).toEqual([]);
  });

  it("webhook: subscribe, answer the challenge, receive, unsubscribe", async () => {
    const call = { ...bare, input: { url } };
    const terms = await connector.subscribe?.("told", {
      ...call,
      url: "https://hooks.example/1",
      secret: "s",
    });
    expect(hooks).toEqual(["https://hooks.example/1"]);
    const subscription = {
      ...call,
      url: "https://hooks.example/1",
      secret: "s",
      state: terms?.state ?? null,
    };
    const request = { method: "POST", query: {}, headers: {}, body: Buffer.from('{"n":1}') };
    expect((await connector.receive?.("told", request, subscription))?.events[0]?.data).toEqual({ n: 1 });
    const keyOf = async (id: string) => {
      const delivery = { ...request, body: Buffer.from(`{"id":${id}}`) };
      const received = await connector.receive?.("told", delivery, subscription);
      expect(JSON.stringify(received?.events[0]?.data)).toBe(`{"id":${id}}`);
      return received?.events[0]?.key;
    };
    // Two ids that are one double.
    expect(await keyOf("9007199254740993")).not.toBe(await keyOf("9007199254740992"));
    const asked = { ...request, query: { challenge: "c-42" } };
    expect(await connector.receive?.("told", asked, subscription)).toEqual({
      events: [],
      reply: { status: 200, type: "text/plain", body: "c-42" },
    });
    await connector.unsubscribe?.("told", subscription);
    expect(hooks).toEqual([]);
  });
});

describe("the process of a piece", () => {
  it("reaches what the operator allows, by fetch and by node:http, and nothing else inside", async () => {
    expect(await run("fetch_it", { url })).toBe(200);
    expect(await run("get_it", { url })).toMatchObject({ status: 200 });
    const inside = [
      url,
      "http://localhost:81/",
      "http://[::1]:81/",
      "http://0x7f.1:81/",
      "http://[::ffff:127.0.0.1]:81/",
    ];
    for (const address of [...inside, "http://169.254.169.254/latest/meta-data/", "https://10.0.0.1/"]) {
      for (const action of ["fetch_it", "get_it"]) {
        const failure = await failureOf(run(action, { url: address }, {}, strict));
        expect([action, address, failure.code]).toEqual([action, address, "blocked"]);
      }
    }
  });

  it("has no environment, and cannot switch the verification of TLS off", async () => {
    expect(await run("surroundings")).toEqual({ env: {}, names: [] });
    const { createServer: createTls } = await import("node:https");
    const { key, cert } = await import("./fixture/self-signed.ts");
    const tls = createTls({ key, cert }, (_request, reply) => reply.end("secret"));
    tls.listen(0, "127.0.0.1");
    await once(tls, "listening");
    const address = tls.address();
    const secure = `https://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
    const failure = await failureOf(run("unsafe_tls", { url: secure }));
    expect(failure.message).toMatch(/self-signed certificate/);
    await expect(fetch(secure)).rejects.toThrow();
    tls.close();
  });

  it("trusts the certificate authorities that Junctor trusts", async () => {
    const { createServer: createTls } = await import("node:https");
    const { key, cert } = await import("./fixture/self-signed.ts");
    const tls = createTls({ key, cert }, (_request, reply) => reply.end("secret"));
    tls.listen(0, "127.0.0.1");
    await once(tls, "listening");
    const address = tls.address();
    const secure = `https://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
    const caFile = join(dataDir, "authority.pem");
    writeFileSync(caFile, cert);
    const trusting = createPiecePool({ allow: "127.0.0.1", caFile: relative(process.cwd(), caFile) });
    const own = createPieceConnector(piece, trusting);
    expect(await run("get_it", { url: secure }, {}, own)).toEqual({ status: 200, body: "secret" });
    expect(await run("fetch_it", { url: secure }, {}, own)).toBe(200);
    expect(await run("surroundings", {}, {}, own)).toEqual({ env: {}, names: [] });
    expect((await failureOf(run("get_it", { url: secure }))).message).toMatch(/self-signed certificate/);
    trusting.close();
    tls.close();
  });

  it("reads no file of the machine and starts no program", async () => {
    expect((await failureOf(run("read_file", { path: "/etc/hostname" }))).message).toMatch(
      /access to this API/i,
    );
    expect((await failureOf(run("start_program"))).message).toMatch(/access to this API/i);
  });

  it.each([
    ...["datagram", "datagram of the class", "bound datagram", "imported datagram"],
    ...["server", "http server", "http2 server", "tls server"],
    ...["signal", "signal to the group", "raw signal", "debugger", "own debugger"],
    ...["worker", "fork", "binding", "add_on"],
  ])("opens no other way out: %s", async (how) => {
    const failure = await failureOf(run("reach_out", { how }));
    expect(failure.message).toMatch(
      /A piece may not|access to this API|loading addons|cannot be loaded|process\.binding/i,
    );
  });

  it("tells the provider's status, without the credential", async () => {
    for (const [status, code] of [
      [401, "auth"],
      [404, "input"],
      [429, "rateLimit"],
      [503, "remote"],
    ] as const) {
      const failure = await failureOf(run("refuse", { status }));
      expect([failure.status, failure.code, failure.message]).toEqual([status, code, "Lab: no [redacted]"]);
    }
  });

  it("tells the provider's reason, wherever its client keeps the response", async () => {
    const failure = await failureOf(run("refuse_as_axios"));
    expect([failure.status, failure.message]).toEqual([422, "Lab: title: belongs to [redacted]"]);
  });

  it("is ended when a call takes too long, and the next one works", async () => {
    const signal = AbortSignal.timeout(300);
    const other = run("echo", { title: "beside", board: 1 });
    const failure = await failureOf(run("hang", {}, { signal }));
    expect(failure.code).toBe("timeout");
    expect(await other).toMatchObject({ propsValue: { title: "beside" } });
    expect(await run("echo", { title: "after", board: 1 })).toMatchObject({ propsValue: { title: "after" } });
  });

  it("may crash or eat its memory: the call fails, and the next one works", async () => {
    expect((await failureOf(run("crash"))).code).toBe("remote");
    expect(await run("echo", { title: "one", board: 1 })).toMatchObject({ propsValue: { title: "one" } });
    expect((await failureOf(run("eat"))).code).toBe("remote");
    expect(await run("echo", { title: "two", board: 1 })).toMatchObject({ propsValue: { title: "two" } });
  });
});
