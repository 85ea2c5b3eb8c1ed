import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readFields } from "../../connections/credential.ts";
import type { BareCall, Connector, JsonObject } from "../../connector.ts";
import type { IncomingRequest } from "../../connector-events.ts";
import { createPieceConnector } from "./piece-connector.ts";
import { createPiecePool, type PiecePool } from "./piece-pool.ts";
import { buildTestPiece } from "./test-piece.ts";

// Unmodified published packages; the development tools pin their versions.
const PACKAGES = new URL("../../../../../node_modules/@activepieces/", import.meta.url);
const BASEROW = fileURLToPath(new URL("piece-baserow", PACKAGES));
const FACEBOOK = fileURLToPath(new URL("piece-facebook-leads", PACKAGES));
const TOKEN = "database-token-of-a-customer";

let dataDir: string;
let pool: PiecePool;
let baserow: Connector;
let site: Server;
let apiUrl: string;
const asked: string[] = [];

beforeAll(async () => {
  site = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const known = request.headers.authorization === `Token ${TOKEN}`;
    reply.writeHead(known ? 200 : 401, { "content-type": "application/json" });
    reply.end(JSON.stringify(known ? { id: 7, Name: "Ann" } : { error: "ERROR_TOKEN_DOES_NOT_EXIST" }));
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const address = site.address();
  apiUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  dataDir = mkdtempSync(join(tmpdir(), "published-"));
  const piece = await buildTestPiece(dataDir, BASEROW);
  pool = createPiecePool({ allow: "127.0.0.1" });
  baserow = createPieceConnector(piece, pool);
});
afterAll(() => {
  pool?.close();
  site?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const callWith = (typed: JsonObject): BareCall => ({
  credential: {
    type: "keybased",
    settings: {},
    values: readFields(baserow.info.auth.keybased?.fields ?? [], typed),
  },
  now: Date.now,
  http: () => Promise.reject(new Error("Pieces have no use for it.")),
});

test("Baserow's form asks for its own fields, with the defaults and choices that the piece names", () => {
  expect(baserow.info.auth.keybased?.fields).toMatchObject([
    {
      name: "authType",
      type: "select",
      default: "database_token",
      options: [{ value: "database_token" }, { value: "jwt" }],
    },
    { name: "apiUrl", default: "https://api.baserow.io" },
    { name: "token", secret: true, required: false },
    { name: "email", secret: false },
    { name: "password", secret: true },
  ]);
});

test("a token is checked as the piece itself does it, and used by its actions", async () => {
  const call = callWith({ apiUrl, token: TOKEN });
  expect(await baserow.check?.(call)).toEqual({});
  expect(asked).toEqual([`GET /api/database/tables/all-tables/ Token ${TOKEN}`]);
  const row = await baserow.run("baserow_get_row", { ...call, input: { table_id: 3, row_id: 7 } });
  expect(row).toMatchObject({ id: 7, Name: "Ann" });
  expect(asked.at(-1)).toMatch(/^GET \/api\/database\/rows\/table\/3\/7\//);
});

test("a wrong token and missing values are refused in the piece's own words", async () => {
  const wrong = callWith({ apiUrl, token: "some other token" });
  await expect(baserow.check?.(wrong)).rejects.toMatchObject({
    code: "auth",
    message: "Baserow: Invalid database token or API URL.",
  });
  await expect(baserow.check?.(callWith({ apiUrl }))).rejects.toMatchObject({
    code: "auth",
    message: "Baserow: Database Token is required when using Database Token authentication.",
  });
});

describe("Facebook Leads, whose events arrive at one address for all customers", () => {
  const SECRET = "secret-of-the-facebook-app";
  const url = "https://junctor.example.com/api/v1/hooks/x/piece-facebook-leads/key";
  let facebook: Connector;
  beforeAll(async () => {
    facebook = createPieceConnector(await buildTestPiece(dataDir, FACEBOOK), pool);
  });
  const identify = async (request: Partial<IncomingRequest>, secret = SECRET) => {
    const whole = { method: "POST", query: {}, headers: {}, body: Buffer.alloc(0), ...request };
    return facebook.identify?.(whole, { url, secret });
  };
  const body = Buffer.from(
    JSON.stringify({ object: "page", entry: [{ changes: [{ value: { page_id: "77", leadgen_id: "5" } }] }] }),
  );
  const signed = (secret: string) => ({
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  });

  test("is installed with its trigger, which needs the page of the customer", () => {
    expect(facebook.info.triggers).toMatchObject([
      { id: "new_lead", delivery: { kind: "webhook", automatic: true, shared: true } },
    ]);
  });

  test("answers the challenge with which Facebook verifies the address, before any secret is set", async () => {
    const query = {
      "hub.mode": "subscribe",
      "hub.verify_token": "activepieces",
      "hub.challenge": "1158201444",
    };
    expect(await identify({ method: "GET", query }, "")).toEqual({
      reply: { status: 200, type: "text/plain; charset=utf-8", body: "1158201444" },
    });
    const wrong = { ...query, "hub.verify_token": "guessed" };
    await expect(identify({ method: "GET", query: wrong })).rejects.toMatchObject({ code: "input" });
  });

  test("a lead belongs to its page if Facebook's app has signed it, and to nobody otherwise", async () => {
    const own = await identify({ headers: signed(SECRET), body });
    expect(own).toEqual({ listener: { event: "lead", identifier: "77" } });
    for (const headers of [signed("other"), { "x-hub-signature-256": "nothing" }, {}])
      await expect(identify({ headers, body })).rejects.toMatchObject({ code: "auth" });
    await expect(identify({ headers: signed(""), body }, "")).rejects.toMatchObject({ code: "auth" });
    const changed = Buffer.from(body.toString().replace("77", "78"));
    await expect(identify({ headers: signed(SECRET), body: changed })).rejects.toMatchObject({
      code: "auth",
    });
    await expect(identify({ headers: signed(SECRET), body: Buffer.from("[]") })).rejects.toMatchObject({
      code: "input",
    });
  });
});
