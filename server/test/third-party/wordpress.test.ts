import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installTestPiece } from "../../src/apps/catalog/pieces/test-pieces.ts";
import { reconcileSubscriptions } from "../../src/triggers/reconcile.ts";
import { runDueSubscriptions } from "../../src/triggers/test-shop.ts";
import { eventually, startTestServer, type TestReply, type TestServer } from "../test-server.ts";
import { missingForWordPress, startWordPress, type WordPressSite } from "./wordpress-site.ts";

const NAME = "WordPress itself, through the shipped connector and the published piece";
const ACTIONS = "/api/v2/integration-schema/wordpress/actions";
const PROXY = "/api/v2/public/proxy/wordpress";
const PIECE = fileURLToPath(new URL("../../../node_modules/@activepieces/piece-wordpress", import.meta.url));
const missing = missingForWordPress();

const reason = missing.length === 0 ? "" : ` (not installed: ${missing.join(", ")})`;

if (reason !== "" && process.env.CI !== undefined) {
  test(NAME, () => {
    throw new Error(`This test may not be skipped here${reason}.`);
  });
}

describe.skipIf(reason !== "")(`${NAME}${reason}`, () => {
  let wordpress: WordPressSite;
  let server: TestServer;
  let offsetMs = 0;

  beforeAll(async () => {
    [wordpress, server] = await Promise.all([
      startWordPress(),
      startTestServer({}, { clock: { now: () => new Date(Date.now() + offsetMs) } }),
    ]);
    await connect("acme", wordpress.password);
  });
  afterAll(async () => {
    await server?.close();
    await wordpress?.close();
  });

  const call = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, body?: unknown, account = "acme") =>
    server.request({ method, url, key: server.testKey, account, body });
  const ok = async (reply: Promise<TestReply>) => {
    const { status, body, text } = await reply;
    expect(status, text).toBe(200);
    return body;
  };
  const connect = async (account: string, application_password: string) => {
    const token = await server.account(account);
    const body = { url: `${wordpress.url}/`, username: wordpress.user, application_password };
    return server.request({ method: "POST", url: "/api/v2/app/wordpress/save", token, body });
  };
  const execute = (action: string, input: object) => ok(call("POST", `${ACTIONS}/${action}/execute`, input));
  const act = async (action: string, input: object) => {
    const done = await execute(action, input);
    expect(done, JSON.stringify(done)).toMatchObject({ node_status: "Success" });
    return done.data;
  };
  const post = async (title: string, more: object = {}): Promise<number> =>
    (await act("create_post", { title, status: "publish", ...more })).id;

  test("connects with an application password; the sign-in password, or none, is rejected and nothing is stored", async () => {
    for (const password of ["password of the editor", "zzzz ZZZZ 9999 zzzz ZZZZ 9999"]) {
      expect((await connect("wrong", password)).status).toBe(400);
    }
    const about = (account: string) =>
      ok(call("GET", "/api/v2/public/application/wordpress", undefined, account));
    expect(await about("wrong")).toMatchObject({ connected: false, connected_accounts: [] });
    const kept = server.deps.db.selectFrom("connections").select("id").execute();
    expect(await kept).toHaveLength(1);
    expect(await about("acme")).toMatchObject({
      connected: true,
      connected_accounts: [{ identifier: "editor", status: "active" }],
    });
  });

  test("writes, reads, changes and deletes a post", async () => {
    const written = {
      content: "<p>Hello</p>",
      excerpt: "Short",
      slug: "gruesse",
      categories: [1],
      tags: [],
      date_gmt: "2026-05-01T12:00:00",
      featured_media: 0,
      status: "draft",
    };
    const { id, ...made } = await act("create_post", { title: "Grüße & <b>Küsse</b>", ...written });
    expect(made).toMatchObject({
      ...written,
      title: { raw: "Grüße & <b>Küsse</b>" },
      content: { raw: "<p>Hello</p>" },
      excerpt: { raw: "Short" },
    });
    await act("update_post", { post_id: id, title: "Grüße", excerpt: "", status: "publish" });
    expect(await act("get_post", { post_id: id })).toMatchObject({
      title: { raw: "Grüße" },
      content: { raw: "<p>Hello</p>" },
      excerpt: { raw: "" },
      status: "publish",
      link: `${wordpress.url}/gruesse/`,
    });
    expect(await act("delete_post", { post_id: id })).toMatchObject({ id, status: "trash" });
    expect((await act("list_posts", { status: "trash" })).items).toMatchObject([{ id }]);
    expect(await act("delete_post", { post_id: id, force: true })).toMatchObject({ deleted: true });
    expect(await execute("get_post", { post_id: id })).toMatchObject({
      node_status: "Errored",
      http_status: 404,
    });
  });

  test("lists posts over several pages, in any order, and by words, status, category and date", async () => {
    const ids: number[] = [];
    for (let n = 1; n <= 5; n++) {
      const date_gmt = `2026-03-0${n}T10:00:00`;
      ids.push(await post(`Paged ${n}`, { date_gmt, categories: [n % 2 ? 2 : 3] }));
    }
    const all = { search: "Paged", order_by: "date", order: "asc", per_page: 2 };
    const first = await act("list_posts", { ...all, max_pages: 2 });
    expect(first.items.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 4));
    const rest = await act("list_posts", { ...all, max_pages: 2, cursor: first.next_cursor });
    expect(rest).toMatchObject({
      items: [{ id: ids[4], title: { rendered: "Paged 5" } }],
      next_cursor: null,
    });
    const some = { ...all, categories: [2], after: "2026-03-01T12:00:00", order_by: "id" };
    expect((await act("list_posts", some)).items).toMatchObject([{ id: ids[2] }, { id: ids[4] }]);
    expect(await act("list_posts", { search: "no such words" })).toEqual({ items: [], next_cursor: null });
    for (const status of ["future", "draft", "pending", "private", "any"])
      await act("list_posts", { status });
    for (const order_by of ["modified", "title"]) await act("list_posts", { order_by });
    expect((await act("list_pages", { search: "Sample", per_page: 1 })).items).toMatchObject([
      { link: `${wordpress.url}/sample-page/` },
    ]);
  });

  test("lists the available categories and tags, more than a page of them", async () => {
    const tag = await call("POST", `${PROXY}/tags`, { name: "release" });
    expect(tag.status, tag.text).toBe(201);
    const options = (list: string) => ok(call("GET", `${ACTIONS}/create_post/options/${list}`));
    expect(await options("tags")).toEqual([{ name: "release", value: tag.body.id }]);
    const categories: { name: string; value: number }[] = await options("categories");
    const zones = Array.from({ length: 101 }, (_, i) => `Zone ${i + 1}`);
    expect(categories.map(({ name }) => name).sort()).toEqual(["Uncategorized", ...zones].sort());
    const id = await post("Chosen", { tags: [tag.body.id], categories: [categories.at(-1)?.value] });
    expect(await act("get_post", { post_id: id })).toMatchObject({
      tags: [tag.body.id],
      categories: [categories.at(-1)?.value],
    });
  });

  test("writes and lists comments; WordPress's errors are reported in its own words", async () => {
    const post_id = await post("Discussed");
    const first = await act("create_comment", { post_id, content: "Nice" });
    expect(first).toMatchObject({ post: post_id, status: "approved", author_name: "editor" });
    const answer = await act("create_comment", { post_id, content: "Thanks", parent: first.id });
    expect(answer).toMatchObject({ parent: first.id });
    const listed = await act("list_comments", { post_id, status: "all", per_page: 1, max_pages: 5 });
    expect(listed.items.map(({ id }: { id: number }) => id).sort()).toEqual([first.id, answer.id].sort());
    expect(listed.next_cursor).toBeNull();
    const draft = await post("A draft", { status: "draft" });
    const refusals: [object, number, RegExp][] = [
      [{ post_id, content: "Nice" }, 409, /Duplicate comment/],
      [{ post_id: draft, content: "Nice" }, 403, /not allowed to create a comment on this post/],
      [{ post_id: 99_999, content: "Nice" }, 403, /without a post/],
    ];
    for (const [input, http_status, message] of refusals) {
      const refused = await execute("create_comment", input);
      expect(refused).toMatchObject({ node_status: "Errored", http_status });
      expect(JSON.stringify(refused)).toMatch(message);
    }
  });

  test("passes raw requests on, and returns the answer unchanged with its headers", async () => {
    const found = await call("GET", `${PROXY}/categories?per_page=1&search=Zone`);
    expect([found.status, found.headers["x-wp-total"]]).toEqual([200, "101"]);
    const unknown = await call("GET", `${PROXY}/no-such-thing`);
    expect([unknown.status, unknown.body.code]).toEqual([404, "rest_no_route"]);
  });

  test("a new post starts a run, which answers it with a comment; one with an earlier date does, too", async () => {
    const workflow = await watch(
      { application: "wordpress", event: "new_post" },
      {
        action: "wordpress/create_comment",
        data: { post_id: "{{ input.id }}", content: "Seen: {{ input.title.rendered }}" },
      },
    );
    await pass();
    await pass();
    expect(await runs(workflow)).toEqual([]);
    // A scheduled post appears minutes after its date; by then a newer one may be known.
    const ids = [await post("News"), await post("Old news", { date_gmt: "2026-03-20T10:00:00" })];
    await post("A draft", { status: "draft" });
    await pass();
    await pass();
    server.work();
    const done = await eventually(async () => {
      const all = await runs(workflow);
      return all.length === 2 && all.every(({ status }) => status === "COMPLETED") && all;
    });
    expect(done).toHaveLength(2);
    for (const post_id of ids) {
      expect((await act("list_comments", { post_id })).items).toMatchObject([{ author_name: "editor" }]);
    }
  });

  test("the published piece connects with the same password, rejects an invalid site, and writes and reads a post", async () => {
    await installTestPiece(server.deps, PIECE);
    const token = await server.account("piece");
    const save = (website_url: string) => {
      const body = { website_url, username: wordpress.user, password: wordpress.password };
      return server.request({ method: "POST", url: "/api/v2/app/piece-wordpress/save", token, body });
    };
    const refused = await save(`${wordpress.url}/no-site`);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain(`REST API is not reachable at ${wordpress.url}/no-site/wp-json`);
    const saved = await save(wordpress.url);
    expect([saved.status, saved.body]).toEqual([200, { success: true }]);
    const actions = "/api/v2/integration-schema/piece-wordpress/actions";
    const carryOut = async (action: string, input: object) => {
      const done = await ok(call("POST", `${actions}/${action}/execute`, input, "piece"));
      expect(done, JSON.stringify(done)).toMatchObject({ node_status: "Success" });
      return done.data;
    };
    const made = await carryOut("create_blog_post", { title: "By the piece", content: "Hello" });
    expect(made).toMatchObject({ title: { raw: "By the piece" }, status: "draft" });
    expect(await carryOut("get_post_by_id", { post_id: made.id })).toMatchObject({ id: made.id });
    const categories = `${actions}/create_post/options/actions.create_post.categories`;
    const choices = await ok(call("GET", categories, undefined, "piece"));
    expect(choices).toContainEqual({ name: "Uncategorized", value: 1 });
  });

  test("the connector for HTTP uses every method with a password, and finds new items of a list", async () => {
    const token = await server.account("acme");
    const save = (password: string) => {
      const body = {
        url: `${wordpress.url}/wp-json/wp/v2`,
        check_path: "/users/me",
        username: wordpress.user,
      };
      return server.request({
        method: "POST",
        url: "/api/v2/app/http/save",
        token,
        body: { ...body, password },
      });
    };
    expect((await save("zzzz ZZZZ 9999 zzzz ZZZZ 9999")).status).toBe(400);
    expect((await save(wordpress.password)).status).toBe(200);
    const http = async (method: string, input: object) => {
      const done = await ok(call("POST", `/api/v2/integration-schema/http/actions/${method}/execute`, input));
      expect(done, JSON.stringify(done)).toMatchObject({ node_status: "Success" });
      return done.data;
    };
    const sent = { title: "By hand", content: "Hello", status: "publish" };
    const made = await http("post", { path: "/posts", body: sent });
    expect(made).toMatchObject({ status: 201, body: { title: { raw: "By hand" } } });
    const path = `/posts/${made.body.id}`;
    await http("put", { path, body: { title: "Put" } });
    await http("patch", { path, body: { content: "Patched" } });
    expect(await http("get", { path, query: { context: "edit" } })).toMatchObject({
      status: 200,
      headers: { "content-type": expect.stringContaining("application/json") },
      body: { title: { raw: "Put" }, content: { raw: "Patched" } },
    });
    const found = await http("get", {
      path: "/posts",
      query: { "slug[]": ["by-hand", "unknown"], _fields: "id" },
    });
    expect(found.body).toEqual([{ id: made.body.id }]);
    const items = { application: "http", event: "new_item", input: { path: "/posts" } };
    const data = { path: "/comments", body: { post: "{{ input.id }}", content: "By hand" } };
    const workflow = await watch(items, { action: "http/post", data });
    await pass();
    await pass();
    expect(await runs(workflow)).toEqual([]);
    const post_id = await post("Newest");
    await pass();
    server.work();
    await eventually(async () => (await runs(workflow)).map(({ status }) => status).join() === "COMPLETED");
    expect(JSON.stringify(await act("list_comments", { post_id }))).toContain("By hand");
    expect(await http("delete", { path, query: { force: true } })).toMatchObject({ body: { deleted: true } });
  });

  test("a revoked application password ends the connection, although WordPress still shows public content", async () => {
    const gone = await call("DELETE", `${PROXY}/users/me/application-passwords`);
    expect(gone.status, gone.text).toBe(200);
    expect((await call("GET", `${PROXY}/posts?per_page=1`)).status).toBe(200);
    expect(await execute("list_posts", {})).toMatchObject({ node_status: "Errored" });
    expect(await ok(call("GET", "/api/v2/public/application/wordpress"))).toMatchObject({
      reauth_required: true,
      connected_accounts: [{ status: "expired" }],
    });
  });

  async function pass(): Promise<void> {
    offsetMs += 301_000;
    await reconcileSubscriptions(server.deps);
    await runDueSubscriptions(server.deps);
  }

  /** Publishes a workflow of a trigger and an action, and turns it on for the account; returns its id. */
  async function watch(trigger: { application: string; event: string }, node: object): Promise<string> {
    const slug = trigger.application;
    const nodes = [
      { id: "start", type: "start", triggers: [trigger] },
      { id: "answer", type: "action", ...node },
    ];
    const body = { name: "Answer posts", slug, nodes, edges: [{ source: "start", target: "answer" }] };
    const { _id: id } = await ok(call("POST", "/api/v2/public/workflow", body));
    await ok(call("PUT", `/api/v2/public/workflow/${id}/publish`, { published: true }));
    await ok(call("POST", "/api/v2/public/config", { slug }));
    const workflows = [{ id, enabled: true, fields: {} }];
    await ok(call("PUT", "/api/v2/public/config", { slug, config_id: "acme", workflows }));
    return id;
  }

  async function runs(workflow: string): Promise<{ status: string }[]> {
    const { db } = server.deps;
    return db.selectFrom("runs").select("status").where("workflow_id", "=", workflow).execute();
  }
});
