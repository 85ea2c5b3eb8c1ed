import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/test-server.ts";
import { renderGuidePage, renderSearchPage } from "./guide-page.ts";
import { FOLDER, readGuides } from "./guides.ts";
import { MAINTAINER_DOCUMENTS } from "./render-guide.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const guideOf = (slug: string) => readGuides().get(slug) ?? expect.fail(slug);
const get = (url: string) => server.request({ url });

test("every document is a guide except those for maintainers", () => {
  const documents = readdirSync(FOLDER).flatMap((file) => (file.endsWith(".md") ? [file.slice(0, -3)] : []));
  expect([...readGuides().keys(), ...MAINTAINER_DOCUMENTS].sort()).toEqual(documents.sort());
});

describe("guides", () => {
  test("are listed on one page", async () => {
    const { status, headers, text } = await get("/guides");
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; font-src 'self'; img-src 'self'/,
    );
    for (const { slug, title } of readGuides().values())
      expect(text).toContain(`<a href="/guides/${slug}">${title}</a>`);
  });

  test("link only to existing headings, guides, images and files", async () => {
    const guides = readGuides();
    const idsOf = (slug: string) => guides.get(slug)?.parts.map(({ id }) => id);
    for (const { slug, markup } of guides.values()) {
      const links = [...markup.matchAll(/(?:href|src|srcset)="([^"]*)"/g)].map(([, address = ""]) => address);
      for (const address of links.filter((one) => !one.startsWith("https://"))) {
        const [path = "", id = ""] = address.split("#");
        const name = /^\/guides\/([a-z-]+)$/.exec(path)?.[1] ?? slug;
        expect(idsOf(name), `${slug}.md leads to ${address}`).toContain(id);
        if (path !== "") expect((await get(path)).status, `${slug}.md leads to ${address}`).toBe(200);
      }
    }
  });

  test("keep all of their text: code, tables, links and pictures", async () => {
    const { text } = await get("/guides/portal");
    expect(text).toContain("<h1>The hosted portal</h1>");
    expect(text).toMatch(/<h2 id="branding">Branding/);
    expect(text).toContain("&quot;hosted_url&quot;");
    expect(text).toMatch(/<img [^>]*src="\/guides\/images\//);
    expect(text).toContain("<td><code>config_id</code></td>");
    expect(text).toContain('<a href="/guides/portal" aria-current="page">The hosted portal</a>');
  });

  test("color the texts of examples, which can be copied and call this server", async () => {
    const { text, headers } = await get("/guides/quickstart");
    expect(text).toContain('<span class="text">&quot;Webhook Fired Success&quot;</span>');
    expect(text).toContain('<nav class="contents" aria-label="On this page">');
    const own = renderGuidePage(readGuides(), guideOf("quickstart"), "https://junctor.example.com");
    expect(own).toContain("export JUNCTOR=https://junctor.example.com\n");
    const [, script = ""] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
    const hash = createHash("sha256").update(script).digest("base64");
    expect(headers["content-security-policy"]).toContain(`script-src 'sha256-${hash}';`);
  });

  test("are found by words, word prefixes, and with a typo", async () => {
    for (const words of ["webhook signature", "signatur webhook", "webhok signature"]) {
      const { status, text } = await get(`/guides?q=${encodeURIComponent(words)}`);
      expect(status).toBe(200);
      expect(text, words).toMatch(/<li><a href="\/guides\/[a-z-]+(#[^"]+)?">/);
      expect(text, words).toMatch(/<mark>[^<]+<\/mark>/);
    }
  });

  test("are found with the guide's title before a heading's, and once where it is the title", () => {
    const guides = readGuides();
    const found = { slug: "mcp", id: "", guide: "MCP", excerpt: [] };
    const findings = [
      { ...found, title: "MCP" },
      { ...found, title: "Tools" },
    ];
    const text = renderSearchPage(guides, "tools", findings);
    expect(text).toContain('<a href="/guides/mcp">MCP</a>');
    expect(text).toContain('<a href="/guides/mcp">MCP: Tools</a>');
  });

  test("say when nothing is found, with the query as text", async () => {
    const { text } = await get(`/guides?q=${encodeURIComponent('<script>alert("xyzzy")</script>')}`);
    expect(text).toContain("No guide contains all of these words.");
    expect(text).not.toContain("<script");
  });

  test.each([
    "/guides/decisions",
    "/guides/glossary",
    "/guides/no-such",
    "/guides/..%2Fpackage",
    "/guides/images/..%2F..%2Fpackage.json",
  ])("do not exist at %s", async (url) => {
    const { status, text } = await get(url);
    expect(status).toBe(404);
    expect(text).toContain("Guide not found");
  });

  test("serve images unchanged", async () => {
    const { status, headers } = await get("/guides/images/flow.svg");
    expect([status, headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    expect(readFileSync(new URL("images/flow.svg", FOLDER), "utf8")).not.toContain("<script");
  });
});
