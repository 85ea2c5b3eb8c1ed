import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signInOperator } from "../../../test/sign-in-operator.ts";
import { startTestServer, type TestRequest, type TestServer } from "../../../test/test-server.ts";
import { MOST_REVISIONS } from "./revisions.ts";

const URL = "/api/v2/public/workflow";
const START = { id: "start", type: "start" };
const http = (id: string, url = "https://example.com") => ({ id, type: "http", name: id, data: { url } });

let server: TestServer;
let ann: Awaited<ReturnType<typeof signInOperator>>;
beforeAll(async () => {
  server = await startTestServer();
  ann = await signInOperator(server, "owner");
  const renamed = server.deps.db.updateTable("operators").set({ name: "Ann Lee" });
  await renamed.where("id", "=", ann.id).execute();
});
afterAll(() => server.close());

type Credential = Pick<TestRequest, "key" | "token" | "headers" | "account">;
const byKey = (): Credential => ({ key: server.testKey });
const byAnn = (): Credential => ({ headers: ann.headers });

const call = (method: TestRequest["method"], path: string, body?: object, as: Credential = byKey()) =>
  server.request({ method, url: `${URL}${path}`, ...as, ...(body && { body }) });
async function create(nodes: object[] = [START, http("one")], as?: Credential) {
  const made = await call("POST", "", { name: "Sync", nodes }, as);
  expect(made.status).toBe(200);
  return made.body;
}
const change = (id: string, body: object, as?: Credential) => call("PUT", `/${id}`, body, as);
const publish = (id: string, body: object = {}, as?: Credential) =>
  call("PUT", `/${id}/publish`, { published: true, ...body }, as);

describe("a write that names the revision it is based on", () => {
  test("200: is accepted if it is current, and the reply has the next one", async () => {
    const made = await create();
    const first = await change(made._id, { name: "First", base_revision: made.__v });
    expect(first).toMatchObject({ status: 200, body: { name: "First", __v: made.__v + 1 } });
    const second = await change(made._id, { name: "Second", base_revision: first.body.__v });
    expect(second).toMatchObject({ status: 200, body: { name: "Second", __v: made.__v + 2 } });
  });

  test("409: is rejected if it is old, with what changed since, when and by whom", async () => {
    const made = await create();
    const theirs = await change(
      made._id,
      { nodes: [START, http("one", "https://a.example"), http("two")] },
      byAnn(),
    );
    await change(made._id, { nodes: [START, http("two")], settings: { timeout: 5 } }, byAnn());
    const last = await change(made._id, { workflow_alias: "stale-write" });
    const refused = await change(made._id, { name: "Mine", base_revision: made.__v });
    expect(refused).toMatchObject({ status: 409, body: { error_code: "STALE_REVISION" } });
    expect(refused.body.errors).toEqual([
      {
        field: "base_revision",
        message: refused.body.message,
        revision: last.body.__v,
        complete: true,
        changes: [
          {
            revision: theirs.body.__v + 1,
            at: expect.stringMatching(/Z$/),
            by: { kind: "operator", id: ann.id, name: "Ann Lee" },
            nodes: [
              { id: "one", name: "one", change: "removed", fields: [] },
              expect.objectContaining({ id: "two", change: "added" }),
            ],
            edges: [],
            fields: ["settings"],
            publications: [],
          },
          expect.objectContaining({
            by: { kind: "api_key", id: expect.any(String), name: null },
            fields: ["workflow_alias"],
          }),
        ],
      },
    ]);
    expect(refused.body.message).toMatch(
      /since revision 0; it is now at revision 3\. Ann Lee removed node "one", added node "two", changed settings\./,
    );
    expect((await call("GET", `/${made._id}`)).body).toEqual(last.body);
  });

  test("without a revision the last write wins as before, whatever __v it sends back", async () => {
    const made = await create();
    await change(made._id, { name: "Theirs" }, byAnn());
    expect(await change(made._id, { ...made, name: "Mine" })).toMatchObject({
      status: 200,
      body: { name: "Mine" },
    });
  });

  test.each([-1, 1.5, "1", 2 ** 31])("400: %s is not a revision", async (base_revision) => {
    const { _id } = await create();
    const refused = await change(_id, { name: "Mine", base_revision });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "base_revision" }] } });
  });

  test("400: a future revision", async () => {
    const { _id, __v } = await create();
    const refused = await change(_id, { name: "Mine", base_revision: __v + 1 });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: "base_revision" }] } });
    expect(refused.body.message).toContain(`at revision ${__v}`);
  });

  test("one of many concurrent writes succeeds, and each other gets the conflict", async () => {
    const made = await create();
    for (let base = made.__v; base < made.__v + 3; base++) {
      const names = Array.from({ length: 8 }, (_, writer) => `${base}-${writer}`);
      const replies = await Promise.all(
        names.map((name) => change(made._id, { nodes: [START, http(name)], base_revision: base })),
      );
      const won = replies.filter(({ status }) => status === 200);
      const lost = replies.filter(({ status }) => status === 409);
      expect([won.length, lost.length]).toEqual([1, 7]);
      const { nodes } = (await call("GET", `/${made._id}`)).body;
      expect(nodes).toEqual(won[0]?.body.nodes);
      for (const { body } of lost)
        expect(body.errors[0].changes[0].nodes).toContainEqual(
          expect.objectContaining({ id: nodes[1].id, change: "added" }),
        );
    }
  });

  test("opening a draft or publishing a version raises the revision but conflicts with no edit", async () => {
    const made = await create();
    const published = (await publish(made._id)).body;
    await call("GET", `/${made._id}/edit`, undefined, byAnn());
    expect((await change(made._id, { name: "Draft", base_revision: published.__v })).status).toBe(200);
    const draft = (await call("GET", `/${made._id}/edit`)).body;
    await publish(made._id, {}, byAnn());
    expect((await change(made._id, { name: "Next", base_revision: draft.__v })).status).toBe(200);
    // Promoting it for the first time adds the environment.
    const tested = (await publish(made._id)).body;
    expect((await publish(made._id, { version: 1 }, { key: server.productionKey })).status).toBe(200);
    expect((await change(made._id, { name: "Last", base_revision: tested.__v })).status).toBe(200);
  });

  test("409: publishing is rejected after an edit, and after another publication", async () => {
    const made = await create();
    await change(made._id, { name: "Theirs" }, byAnn());
    expect((await publish(made._id, { base_revision: made.__v })).status).toBe(409);
    const { __v } = (await call("GET", `/${made._id}`)).body;
    expect((await publish(made._id, { base_revision: __v }, byAnn())).status).toBe(200);
    const refused = await publish(made._id, { published: false, base_revision: __v });
    expect(refused).toMatchObject({
      status: 409,
      body: { errors: [{ changes: [{ publications: [{ environment: "test", version: 1 }] }] }] },
    });
    expect(refused.body.message).toContain("Ann Lee published version 1 in test");
    const published = (await call("GET", `/${made._id}`)).body;
    expect((await publish(made._id, { published: false, base_revision: published.__v })).status).toBe(200);
  });

  test("409: restoring a version and discarding the draft are rejected too", async () => {
    const made = await create();
    await publish(made._id);
    const draft = (await change(made._id, { nodes: [START] })).body;
    const theirs = (await change(made._id, { nodes: [START, http("theirs")] }, byAnn())).body;
    const base = { base_revision: draft.__v };
    expect((await call("POST", `/${made._id}/restore`, { version: 1, ...base })).status).toBe(409);
    expect((await call("DELETE", `/${draft._id}?base_revision=${draft.__v}`)).status).toBe(409);
    expect((await call("GET", `/${draft._id}`)).body).toEqual(theirs);
    expect((await call("DELETE", `/${draft._id}?base_revision=${theirs.__v}`)).status).toBe(200);
  });

  test("409: changes older than the stored history are reported as unknown", async () => {
    const made = await create();
    for (let revision = 1; revision <= MOST_REVISIONS + 1; revision++)
      await change(made._id, { name: `Name ${revision}` });
    const kept = server.deps.db.selectFrom("workflow_revisions").where("workflow_id", "=", made._id);
    expect(await kept.select("revision").execute()).toHaveLength(MOST_REVISIONS);
    const refused = await change(made._id, { name: "Mine", base_revision: made.__v });
    expect(refused.body.errors[0]).toMatchObject({ complete: false, revision: MOST_REVISIONS + 1 });
    const later = await change(made._id, { name: "Mine", base_revision: made.__v + 1 });
    expect(later.body.errors[0]).toMatchObject({ complete: true, changes: [{ fields: ["name"] }] });
  });

  test("a customer learns that the organization changed its workflow, but not who there did", async () => {
    const token = await server.account("acme");
    const made = await create(undefined, { token });
    await change(made._id, { name: "By customer" }, { token });
    await change(made._id, { name: "By Ann" }, { headers: { ...ann.headers, linked_account_id: "acme" } });
    const forCustomer = await change(made._id, { name: "Mine", base_revision: made.__v }, { token });
    const own = { kind: "linked_account", id: "acme", name: null };
    expect(forCustomer).toMatchObject({
      status: 409,
      body: { errors: [{ changes: [{ by: own }, { by: null }] }] },
    });
    expect(forCustomer.body.message).toContain("The organization changed name");
    const forKey = await change(
      made._id,
      { name: "Mine", base_revision: made.__v },
      { ...byKey(), account: "acme" },
    );
    expect(forKey.body.errors[0].changes[1].by).toEqual({ kind: "operator", id: ann.id, name: "Ann Lee" });
  });

  test("an operator without a name is shown by email address, even after removal", async () => {
    const made = await create();
    const bob = await signInOperator(server, "developer");
    await change(made._id, { name: "By Bob" }, { headers: bob.headers });
    const told = async () => {
      const { errors } = (await change(made._id, { name: "Mine", base_revision: made.__v })).body;
      return errors[0].changes[0].by;
    };
    expect(await told()).toEqual({ kind: "operator", id: bob.id, name: bob.email });
    await server.deps.db.deleteFrom("operators").where("id", "=", bob.id).execute();
    expect(await told()).toEqual({ kind: "operator", id: bob.id, name: null });
  });
});
