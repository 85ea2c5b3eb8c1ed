import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../../test/test-server.ts";
import { startThingsApi, type ThingsApi } from "../../catalog/test-things-api.ts";
import { buildDefinition } from "../../directory/build-definition.ts";
import { DIRECTORY_FOLDER, readDirectory } from "../../directory/directory.ts";
import { getDocumentFile, getDocumentsFolder } from "../../directory/documents.ts";
import type { DirectoryEntry } from "../../directory/entry-schema.ts";

const BASE = "/api/v2/public/application/directory";
// Its document is in the package, and it has a fixed address.
const DOCUMENTED = "xero";
let server: TestServer;
let api: ThingsApi;

beforeAll(async () => {
  api = await startThingsApi();
  server = await startTestServer({ rateLimitPerMinute: 0 });
  await server.account("acme");
});
afterAll(async () => {
  await server.close();
  await api.close();
});

/** Puts a document where `junctor directory add openapi` would. */
async function installDocument(slug: string, document: object): Promise<void> {
  const path = (await readDirectory(DIRECTORY_FOLDER)).get(slug)?.document ?? "";
  const folder = getDocumentsFolder(server.deps.config.dataDir);
  mkdirSync(folder, { recursive: true });
  writeFileSync(getDocumentFile(folder, path), gzipSync(JSON.stringify(document)));
}

const get = (url: string, key = server.testKey) => server.request({ url, key });
const add = (slug: string, body: unknown = {}, key = server.testKey) =>
  server.request({ method: "POST", url: `${BASE}/${slug}`, key, body });
const slugs = async (query: string) =>
  (await get(`${BASE}?limit=100&${query}`)).body.docs.map(({ slug }: { slug: string }) => slug);

describe("GET /api/v2/public/application/directory", () => {
  test("200: a page by name, the best match of a search first, and by category and grade", async () => {
    const { status, body } = await get(`${BASE}?limit=2`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ page: 1, limit: 2, hasNextPage: true, totalDocs: expect.any(Number) });
    const names = (await get(`${BASE}?limit=100`)).body.docs.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, "en")));
    expect((await slugs("search=dolib"))[0]).toBe("dolibarr");
    // Where nothing has all words, some are enough.
    expect(await slugs("search=dolibarr+nothinglikeit")).toEqual(["dolibarr"]);
    expect(await slugs("search=nothinglikeit")).toEqual([]);
    expect(await slugs("category=accounting&search=xero")).toContain("xero");
    expect(await slugs("category=weather&search=xero")).toEqual([]);
    expect(body.categories).toContain("accounting");
    const graded = (await get(`${BASE}?limit=100&grade=C`)).body.docs;
    expect(graded.length).toBeGreaterThan(0);
    expect(new Set(graded.map(({ grade }: { grade: string }) => grade))).toEqual(new Set(["C"]));
  });

  test("400 for an unknown grade, 401 without a key", async () => {
    expect((await get(`${BASE}?grade=E`)).status).toBe(400);
    expect((await server.request({ url: BASE })).status).toBe(401);
  });
});

describe("GET /api/v2/public/application/directory/:slug", () => {
  test("200: what adding it gives, the fields and the address to register; 404 for an unknown one", async () => {
    const { status, body } = await get(`${BASE}/dolibarr`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      slug: "dolibarr",
      name: "Dolibarr",
      sign_in: ["key"],
      is_added: false,
      has_check: true,
      callback_url: expect.stringMatching(/\/api\/v1\/dolibarr\/callback$/),
      fields: [{ label: "Address of Dolibarr" }, { label: "API key" }],
    });
    const ids = body.actions.map(({ action_id: id }: { action_id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(["get", "post", "put", "patch", "delete"]));
    expect(body.triggers.length).toBeGreaterThan(0);
    expect((await get(`${BASE}/nothing-like-it`)).status).toBe(404);
  });
});

describe("POST /api/v2/public/application/directory/:slug", () => {
  test("200: an added application keeps its grade as long as it is the one of the facts; shipped ones have theirs", async () => {
    const gradeOf = async (slug: string) =>
      (await get(`/api/v2/public/application/${slug}/settings`)).body.grade;
    expect(await gradeOf("wordpress")).toBe("A");
    expect(await gradeOf("github")).toBe("B");
    const { body } = await add("lago");
    expect(body.grade).toBe((await get(`${BASE}/lago`)).body.grade);
    expect(await gradeOf("lago")).toBe(body.grade);
    const entry = (await readDirectory(DIRECTORY_FOLDER)).get("lago") as DirectoryEntry;
    const url = "/api/v2/public/application";
    const save = (definition: object) =>
      server.request({ method: "POST", url, key: server.testKey, body: definition });
    expect((await save(buildDefinition(entry))).status).toBe(200);
    expect(await gradeOf("lago")).toBe(body.grade);
    const other = { ...buildDefinition(entry), base_url: "https://other.example.com", settings: [] };
    expect((await save(other)).status).toBe(200);
    expect(await gradeOf("lago")).toBeUndefined();
  });

  test("200: adding it again keeps its name and its test request as they were chosen under Setup", async () => {
    await add("dolibarr");
    const setup = "/api/v2/public/application/dolibarr/setup";
    const change = (body: object) => server.request({ method: "PUT", url: setup, key: server.testKey, body });
    expect((await change({ name: "Our ERP", check: null })).body.check).toBeNull();
    await add("dolibarr");
    expect((await get(setup)).body).toMatchObject({ name: "Our ERP", check: null });
    await change({ check: "check" });
    await add("dolibarr");
    expect((await get(setup)).body.check.path).toBe("/users/info");
  });

  test("200: a customer connects, lists and sends raw requests, with the credential where the facts say", async () => {
    const added = await add("dolibarr");
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({
      slug: "dolibarr",
      kind: "custom",
      provider: "manifest",
      enabled: true,
      warnings: [],
    });
    expect((await get(`${BASE}/dolibarr`)).body.is_added).toBe(true);
    expect((await get(`${BASE}/dolibarr`, server.productionKey)).body.is_added).toBe(false);
    api.answer = ({ url, headers }) => {
      if (headers.dolapikey !== "good") return { status: 401, body: "{}" };
      const body =
        url === "/api/index.php/users/info" ? { login: "jane" } : [{ id: 7, date_modification: 1 }];
      return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    };
    const connect = (key: string) =>
      server.request({
        method: "PUT",
        url: "/api/v2/public/linked-account/integration/save-key-credentials/dolibarr",
        key: server.testKey,
        account: "acme",
        body: { url: api.url, api_key: key },
      });
    expect((await connect("bad")).status).toBe(400);
    expect((await connect("good")).status).toBe(200);
    const execute = async (action: string, body: unknown) =>
      (
        await server.request({
          method: "POST",
          url: `/api/v2/integration-schema/dolibarr/actions/${action}/execute`,
          key: server.testKey,
          account: "acme",
          body,
        })
      ).body;
    const [list] = added.body.actions.filter(({ action_id: id }: { action_id: string }) =>
      id.startsWith("list_"),
    );
    expect(await execute(list.action_id, {})).toMatchObject({
      node_status: "Success",
      data: { items: [{ id: 7 }] },
    });
    api.requests.length = 0;
    const sent = await execute("post", { path: "/invoices", query: { draft: "1" }, body: { socid: 3 } });
    expect(sent).toMatchObject({ node_status: "Success", data: { status: 200 } });
    expect(api.requests).toMatchObject([
      { method: "POST", url: "/api/index.php/invoices?draft=1", body: '{"socid":3}' },
    ]);
  });

  test("an application with OAuth2 waits for a client", async () => {
    const { body } = await add("freeagent");
    expect(body).toMatchObject({ auth_types: ["oauth2"], enabled: false });
    expect(body.portal.missing).toContain("oauth_client");
  });

  test("400 for operations without a document, and nothing is added; 404 for an unknown one", async () => {
    expect((await add("invoice-ninja", { operations: ["x"] })).status).toBe(400);
    expect((await get(`${BASE}/invoice-ninja`)).body.is_added).toBe(false);
    expect((await add("nothing-like-it")).status).toBe(404);
    expect((await add("invoice-ninja", { anything: 1 })).status).toBe(400);
  });

  test("its icon is served like a shipped one", async () => {
    await add("erpnext");
    const settings = await get("/api/v2/public/application/erpnext/settings");
    expect(settings.body.icon_url).toBe("/api/v2/public/application/erpnext/icon");
    const { body } = await get(`${BASE}/erpnext`);
    expect(body.icon_url).toBe("/api/v2/public/application/erpnext/icon");
    const icon = await server.request({ url: body.icon_url });
    expect(icon.status).toBe(200);
    expect(icon.headers["content-type"]).toMatch(/^image\/svg\+xml/);
    await server.account("acme");
    const seen = await server.request({
      url: "/api/v2/public/application/erpnext",
      key: server.testKey,
      account: "acme",
    });
    expect(seen.body.icon).toBe(`data:image/svg+xml;base64,${Buffer.from(icon.text).toString("base64")}`);
  });
});

describe("operations of a document", () => {
  test("400 until the documents are installed; then they are listed and become actions with the facts' sign-in", async () => {
    const url = `${BASE}/${DOCUMENTED}/operations`;
    const before = await get(url);
    expect(before.status).toBe(400);
    expect(JSON.stringify(before.body)).toContain("junctor directory add openapi");
    expect((await get(`${BASE}/${DOCUMENTED}`)).body.document).toBe("missing");
    await installDocument(DOCUMENTED, {
      openapi: "3.0.0",
      info: { title: "Deals", version: "1.0.0" },
      servers: [{ url: "https://api.example.com" }],
      paths: {
        "/deals": {
          get: { operationId: "getDeals", summary: "List deals" },
          post: { operationId: "addDeal" },
        },
      },
    });
    expect((await get(`${BASE}/${DOCUMENTED}`)).body.document).toBe("installed");
    const operations = await get(url);
    expect(operations.body).toMatchObject([
      { id: "get_deals", method: "GET", proposed: true },
      { id: "add_deal", method: "POST", proposed: true },
    ]);
    const added = await add(DOCUMENTED, { operations: ["getDeals"] });
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({ provider: "openapi" });
    const ids = added.body.actions.map(({ action_id: id }: { action_id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(["get", "get_deals"]));
    expect(ids).not.toContain("add_deal");
    expect((await add(DOCUMENTED, { operations: ["nothing"] })).status).toBe(400);
  });
});
