import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreeUrl } from "../../test/free-port.ts";
import { decryptConnectionSecrets } from "../apps/connections/credential.ts";
import { startTestPortal, type TestPortal } from "./test-portal.ts";

let portal: TestPortal;
let nowhere: string;
beforeAll(async () => {
  portal = await startTestPortal();
  // Nothing listens there: the system may give a port of a server that has ended to that of another test.
  nowhere = await findFreeUrl();
  await add("unnamed", { base_url: "https://there-is-no-such-host.invalid" });
  await add("closed", { base_url: nowhere });
  await add("hosted", { base_url: "{{ settings.url }}", settings: [{ name: "url", label: "Address" }] });
});
afterAll(() => portal.close());

const PEM_FIELD = { name: "pem", label: "Private key", placeholder: "-----BEGIN PRIVATE KEY-----" };

async function add(slug: string, definition: object): Promise<void> {
  const { request, testKey: key } = portal.server;
  const body = {
    slug,
    name: `App ${slug}`,
    description: "An application.",
    version: "1.0.0",
    auth: { keybased: { fields: [PEM_FIELD], apply: { headers: { authorization: "Bearer x" } } } },
    check: { request: { method: "GET", path: "/me" } },
    actions: {
      read: {
        title: "Read",
        description: "Reads.",
        hints: { read_only: true },
        input: { type: "object" },
        request: { method: "GET", path: "/things" },
      },
    },
    ...definition,
  };
  const reply = await request({ method: "POST", url: "/api/v2/public/application", key, body });
  expect(reply.status, reply.text).toBe(200);
}

async function connect(slug: string, fields: Record<string, string>) {
  const page = `${await portal.link("acme")}/apps/${slug}`;
  const reply = await portal.send(page, "connect", { "field.pem": "key", ...fields });
  return { ...reply, text: reply.text.replace(/<style.*?<\/style>/s, "") };
}

async function isConnected(slug: string): Promise<boolean> {
  const { db } = portal.server.deps;
  const rows = await db.selectFrom("connections").select("id").where("slug", "=", slug).execute();
  return rows.length > 0;
}

describe("nobody's mistake", () => {
  test.each(["unnamed", "closed"])("502: %s is unreachable, and nothing is saved", async (slug) => {
    const { status, text } = await connect(slug, {});
    expect(status).toBe(502);
    expect(text).toContain(`We could not reach App ${slug} just now`);
    expect(text).toContain("Nothing was saved; try again.");
    expect(text).not.toContain("Please correct");
    // The form can be sent again.
    expect(text).toContain("<button>Connect</button>");
    expect(await isConnected(slug)).toBe(false);
  });

  test("502: the provider itself fails", async () => {
    const failing = createServer((_request, response) => response.writeHead(503).end()).listen(
      0,
      "127.0.0.1",
    );
    await new Promise((resolve) => failing.once("listening", resolve));
    const url = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`;
    const { status, text } = await connect("hosted", { "field.url": url });
    failing.close();
    expect(status).toBe(502);
    expect(text).toContain("check the address, or try again");
  });

  test("an entered address may be wrong, and its scheme may be omitted", async () => {
    const host = nowhere.slice("http://".length);
    const away = await connect("hosted", { "field.url": host });
    expect(away.status).toBe(502);
    expect(away.text).toContain("check the address, or try again");
    const plain = await connect("hosted", { "field.url": new URL(portal.provider.url).host });
    expect(plain.status).toBe(502);
    expect(plain.text).toContain("does not speak TLS");
    expect(plain.text).not.toContain("ERR_SSL");
    const wrong = await connect("hosted", { "field.url": "ftp://example.com" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("Address must be an http or https address such as https://example.com.");
    expect(wrong.text).toMatch(/<a href="#keybased-0">/);
  });

  test("400 from the API as before: programs read the code", async () => {
    const { server } = portal;
    const token = await server.account("acme");
    const url = "/api/v2/app/closed/save";
    const reply = await server.request({ method: "POST", url, token, body: { pem: "key" } });
    expect(reply).toMatchObject({ status: 400, body: { error_code: "EXTERNAL_API_FAILURE" } });
    expect(reply.body.message).toMatch(
      /^App closed could not check the credentials\. The connection to .* failed/,
    );
  });
});

describe("an address that this server never calls", () => {
  test.each(["https://10.0.0.1", "https://[::1]", "http://169.254.169.254"])(
    "400: %s is explained in the customer's words, with what to enter instead",
    async (url) => {
      const { status, text } = await connect("hosted", { "field.url": url });
      expect(status).toBe(400);
      expect(text).toContain(
        "App hosted cannot be connected at this address. Enter an address that begins with",
      );
      expect(text).not.toContain("operator");
      // The typed value can be corrected.
      expect(text).toContain(`value="${url}"`);
      expect(await isConnected("hosted")).toBe(false);
    },
  );

  test("400: an address with a password is rejected with that reason", async () => {
    const { status, text } = await connect("hosted", { "field.url": "https://me:secret@example.com" });
    expect(status).toBe(400);
    expect(text).not.toContain("cannot be connected at this address");
  });

  test("400: if the customer did not enter it, the customer is not asked to correct it", async () => {
    await add("inside", { base_url: "https://10.0.0.1" });
    const { status, text } = await connect("inside", {});
    expect(status).toBe(400);
    expect(text).toContain("App inside cannot be connected from here. Nothing that you entered is wrong");
    expect(text).not.toMatch(/operator|10\.0\.0\.1/);
    expect(await isConnected("inside")).toBe(false);
  });

  test("an empty optional input is not stored", async () => {
    const settings = [
      { name: "url", label: "Address" },
      { name: "team", label: "Team", required: false },
    ];
    await add("teams", { base_url: "{{ settings.url }}", settings, check: undefined });
    const fields = { "field.url": portal.provider.url, "field.team": " " };
    expect((await connect("teams", fields)).status).toBe(303);
    const { db, vault } = portal.server.deps;
    const rows = db.selectFrom("connections").selectAll().where("slug", "=", "teams");
    expect(decryptConnectionSecrets(vault, await rows.executeTakeFirstOrThrow()).settings).toEqual({
      url: portal.provider.url,
    });
  });
});

test("a key in PEM keeps its line breaks, also if written as \\n", async () => {
  await add("keyed", { base_url: portal.provider.url, check: undefined });
  const { privateKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const pem = privateKey.trim();
  const page = `${await portal.link("keyed")}/apps/keyed`;
  expect((await portal.get(page)).text).toMatch(/<textarea name="field.pem"[^>]* class="code"/);
  for (const given of [pem.replaceAll("\n", "\r\n"), JSON.stringify(privateKey)]) {
    const reply = await portal.send(page, "connect", { "field.pem": given });
    expect(reply.status, reply.text).toBe(303);
    const { db, vault } = portal.server.deps;
    const rows = db.selectFrom("connections").selectAll().where("slug", "=", "keyed");
    expect(decryptConnectionSecrets(vault, await rows.executeTakeFirstOrThrow()).values).toEqual({ pem });
  }
});
