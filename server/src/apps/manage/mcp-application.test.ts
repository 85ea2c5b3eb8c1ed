import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestServer } from "../../../test/test-server.ts";
import { GOOD_BEARER } from "../providers/mcp/fake-mcp-server.ts";
import { PUBLIC_URL, startTestMcp, type TestMcp } from "./test-mcp.ts";

const BASE = "/api/v2/public/application";
let mcp: TestMcp;
let server: TestServer;
beforeAll(async () => {
  mcp = await startTestMcp();
  ({ server } = mcp);
});
afterAll(() => mcp.close());

describe("a server that requires no credential", () => {
  it("is an application at once; a tool with a broken schema is reported and left out", async () => {
    const { url } = await mcp.fake();
    const { status, body } = await mcp.add({ slug: "open-mcp", url, name: "Open" });
    expect([status, body.auth]).toEqual([200, "none"]);
    expect(body.actions).toEqual([{ action_id: "greet", name: "greet", description: "Greets somebody." }]);
    expect(body.warnings).toEqual([
      "The tool broken is left out: its input schema refers to #/nowhere, which is not part of it.",
    ]);
    const token = await server.account("mcp-open");
    const saved = await server.request({ method: "POST", url: "/api/v2/app/open-mcp/save", token, body: {} });
    expect(saved.body).toEqual({ success: true });
    expect(await mcp.run("open-mcp", "mcp-open", { name: "Ada" })).toEqual({ text: "Hello Ada" });
  });
});

describe("a server that requires a pasted token", () => {
  it("accepts a valid one, rejects an invalid one, and shows its tools after a customer has connected", async () => {
    const { url } = await mcp.fake({ guard: "bearer" });
    const added = await mcp.add({ slug: "pasted-mcp", url });
    expect([added.status, added.body.auth, added.body.actions]).toEqual([200, "bearer", []]);
    const token = await server.account("mcp-pasted");
    const save = (value: string) =>
      server.request({ method: "POST", url: "/api/v2/app/pasted-mcp/save", token, body: { token: value } });
    expect((await save("bad-token-value")).status).toBe(400);
    expect((await save(GOOD_BEARER)).body).toEqual({ success: true });
    await mcp.toolsOf("pasted-mcp");
    expect(await mcp.run("pasted-mcp", "mcp-pasted", { name: "Eve" })).toEqual({ text: "Hello Eve" });
  });
});

describe("a server that requires OAuth2", () => {
  it("is connected without registering a client if it accepts metadata documents", async () => {
    const remote = await mcp.fake({ guard: "oauth2", clients: "metadata" });
    const { body } = await mcp.add({ slug: "cimd-mcp", url: remote.url });
    expect(body).toMatchObject({ auth: "oauth2", authorization_server: remote.origin });
    expect((await mcp.consent("cimd-mcp", "mcp-cimd")).status).toBe(200);
    expect(remote.tokenForms[0]?.get("client_id")).toBe(`${PUBLIC_URL}/api/v1/cimd-mcp/client-metadata.json`);
    expect(remote.tokenForms[0]?.get("resource")).toBe(remote.url);
    const document = await server.request({ url: "/api/v1/cimd-mcp/client-metadata.json" });
    expect(document.body).toMatchObject({
      client_id: `${PUBLIC_URL}/api/v1/cimd-mcp/client-metadata.json`,
      redirect_uris: [`${PUBLIC_URL}/api/v1/cimd-mcp/callback`],
      token_endpoint_auth_method: "none",
    });
    await mcp.toolsOf("cimd-mcp");
    expect(await mcp.run("cimd-mcp", "mcp-cimd", { name: "Bo" })).toEqual({ text: "Hello Bo" });
  });

  it("registers a client if possible; a token that expires is renewed during a call", async () => {
    const remote = await mcp.fake({ guard: "oauth2", clients: "registration" });
    await mcp.add({ slug: "dcr-mcp", url: remote.url });
    expect(remote.registrations).toHaveLength(1);
    const settings = await server.request({ url: `${BASE}/dcr-mcp/settings`, key: server.testKey });
    expect(settings.body).toMatchObject({ client_id: "registered-1", enabled: true });
    expect((await mcp.consent("dcr-mcp", "mcp-dcr")).status).toBe(200);
    await mcp.toolsOf("dcr-mcp");
    remote.expireTokens();
    expect(await mcp.run("dcr-mcp", "mcp-dcr", { name: "Cy" })).toEqual({ text: "Hello Cy" });
    const renewal = remote.tokenForms.at(-1);
    expect([renewal?.get("grant_type"), renewal?.get("resource")]).toEqual(["refresh_token", remote.url]);
  });

  it("is offered once the organization sets its own client, if it can do neither", async () => {
    const remote = await mcp.fake({ guard: "oauth2", clients: "none" });
    await mcp.add({ slug: "own-mcp", url: remote.url });
    const read = () => server.request({ url: `${BASE}/own-mcp/settings`, key: server.testKey });
    expect((await read()).body.enabled).toBe(false);
    await server.request({
      method: "PUT",
      url: `${BASE}/own-mcp/settings`,
      key: server.testKey,
      body: { client_id: "ours" },
    });
    expect((await mcp.consent("own-mcp", "mcp-own")).status).toBe(200);
    expect(remote.tokenForms[0]?.get("client_id")).toBe("ours");
  });

  it("protects customers' tokens from another authority: a changed one is rejected", async () => {
    const first = await mcp.fake({ guard: "oauth2", clients: "metadata" });
    const second = await mcp.fake({ guard: "oauth2", clients: "metadata" });
    expect((await mcp.add({ slug: "moved-mcp", url: first.url })).status).toBe(200);
    const { status, body } = await mcp.add({ slug: "moved-mcp", url: second.url });
    expect([status, body.message]).toEqual([400, expect.stringContaining("delete it first")]);
    expect((await mcp.add({ slug: "moved-mcp", url: first.url })).status).toBe(200);
  });
});

describe("a server that is added again", () => {
  it("keeps its registered client, so that customers' tokens and tools remain usable", async () => {
    const remote = await mcp.fake({ guard: "oauth2", clients: "registration" });
    await mcp.add({ slug: "again-mcp", url: remote.url });
    await mcp.consent("again-mcp", "mcp-again");
    await mcp.toolsOf("again-mcp");
    const { body } = await mcp.add({ slug: "again-mcp", url: remote.url, name: "Renamed" });
    expect(body).toMatchObject({ name: "Renamed", actions: [{ action_id: "greet" }] });
    expect(remote.registrations).toHaveLength(1);
    remote.expireTokens();
    expect(await mcp.run("again-mcp", "mcp-again", { name: "Di" })).toEqual({ text: "Hello Di" });
  });

  it("keeps the client that the organization set", async () => {
    const remote = await mcp.fake({ guard: "oauth2", clients: "registration" });
    await mcp.add({ slug: "chosen-mcp", url: remote.url });
    const settings = { url: `${BASE}/chosen-mcp/settings`, key: server.testKey };
    const body = { client_id: "ours", client_secret: "planted" };
    await server.request({ ...settings, method: "PUT", body });
    await mcp.add({ slug: "chosen-mcp", url: remote.url });
    expect((await server.request(settings)).body).toMatchObject({
      client_id: "ours",
      has_client_secret: true,
    });
  });

  it("does not replace another application that has customers", async () => {
    const first = await mcp.fake({ guard: "bearer" });
    await mcp.add({ slug: "taken-mcp", url: first.url, auth: "bearer" });
    const token = await server.account("mcp-taken");
    const save = { method: "POST", url: "/api/v2/app/taken-mcp/save", token } as const;
    expect((await server.request({ ...save, body: { token: GOOD_BEARER } })).status).toBe(200);
    const request = { method: "GET", path: "/" };
    const manifest = {
      slug: "taken-mcp",
      name: "T",
      description: "D.",
      version: "1.0.0",
      base_url: "https://elsewhere.example.net",
      auth: {
        keybased: {
          fields: [{ name: "token", label: "Token" }],
          apply: { headers: { "X-Key": "{{ credentials.token }}" } },
        },
      },
      actions: {
        a: { title: "A", description: "A.", hints: { read_only: true }, input: { type: "object" }, request },
      },
    };
    const reply = await server.request({ method: "POST", url: BASE, key: server.testKey, body: manifest });
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining("1 customer,")]);
  });
});

describe("a server that cannot be used", () => {
  it.for([
    ["an address inside", "http://10.0.0.1/mcp", /url: /],
    ["no address", "mcp.example.com", /url: /],
    ["a port where nobody listens", "http://127.0.0.1:9/mcp", /cannot be used/],
  ] as const)("is rejected in plain words: %s", async ([, url, message]) => {
    const { status, body } = await mcp.add({ slug: "bad-mcp", url });
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect((await server.request({ url: `${BASE}/bad-mcp/settings`, key: server.testKey })).status).toBe(404);
  });

  it("cannot take the slug of a shipped application or of a route", async () => {
    const { url } = await mcp.fake();
    for (const slug of ["slack", "mcp", "all"]) expect((await mcp.add({ slug, url })).status).toBe(400);
  });
});
