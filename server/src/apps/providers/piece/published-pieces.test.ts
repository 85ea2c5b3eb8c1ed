import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFields } from "../../connections/credential.ts";
import type { BareCall, Connector, JsonObject } from "../../connector.ts";
import { createPieceConnector } from "./piece-connector.ts";
import { createPiecePool, type PiecePool } from "./piece-pool.ts";
import { buildTestPiece } from "./test-piece.ts";

// Unmodified published packages; the development tools pin their versions.
const BASEROW = fileURLToPath(
  new URL("../../../../../node_modules/@activepieces/piece-baserow", import.meta.url),
);
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
