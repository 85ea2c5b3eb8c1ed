import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addPendingRecords } from "../../audit-log/write.ts";
import { HOSTILE, type TestPortal } from "../test-portal.ts";
import {
  type AttackedPortal,
  BASE,
  buildNodeSequence,
  createAttackCalls,
  LOG,
  startAttackedPortal,
  WORKFLOW,
} from "./test-attacks.ts";

let attacked: AttackedPortal;
let path: string;
let portal: TestPortal;
let token: string;
beforeAll(async () => {
  attacked = await startAttackedPortal();
  ({ path, portal, token } = attacked);
});
afterAll(() => portal?.close());
const { ask, formToken, make, stored } = createAttackCalls(() => attacked);

describe("pages", () => {
  test.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "null" },
    { origin: "https://attacker.example" },
  ] as Record<string, string>[])("a form from elsewhere changes nothing: %o", async (headers) => {
    const id = await make({ token });
    const form = await formToken();
    const before = await stored();
    const fields = { form, name: "Mine now", published: "true" };
    for (const action of [
      "/workflows",
      `/workflows/${id}/rename`,
      `/workflows/${id}/delete`,
      `/workflows/${id}/publish`,
      "/editor-session",
    ]) {
      expect((await portal.post(path + action, fields, headers)).status, action).toBe(403);
      const other = { ...fields, form: await formToken(await portal.link("victim")) };
      expect((await portal.post(path + action, other)).status, action).toBe(403);
      expect(
        (await portal.get(`${path}${action}?form=${form}&name=x&published=true`)).status,
        action,
      ).toBeLessThan(500);
    }
    expect(await stored()).toBe(before);
  });

  test("markup in names is text wherever customers read it, also in a frame", async () => {
    const name = `${HOSTILE}</title><title></title><div id="root"></div>"'$&$\`--><!--`;
    const own = await make({ token }, { name, description: HOSTILE });
    for (const headers of [{}, { "sec-fetch-dest": "iframe" }] as Record<string, string>[])
      for (const page of ["/workflows", `/workflows/${own}`, `/workflows/${own}/edit`]) {
        const { text, headers: got } = await portal.get(path + page, headers);
        expect(text).not.toMatch(/<script>alert|<img src=x/);
        expect(text.match(/<title>/g)).toHaveLength(1);
        expect(text.match(/<div id="root"/g)?.length ?? 0).toBeLessThan(2);
        expect(String(got["content-security-policy"])).not.toMatch(/script-src[^;]*(unsafe|https:|\*)/);
        expect(got["cache-control"]).toBe("no-store");
      }
    const refused = await portal.post(`${path}/workflows`, {
      form: await formToken(),
      name: HOSTILE.repeat(9),
    });
    expect(refused.text).not.toMatch(/<script>alert|<img src=x/);
  });

  test.each(["..%2f..%2f", "__proto__", "constructor", "%00", "'", "x".repeat(3000), "none"])(
    "a workflow called %s does not exist",
    async (id) => {
      const form = await formToken();
      for (const page of ["", "/edit"])
        expect([400, 404, 410]).toContain((await portal.get(`${path}/workflows/${id}${page}`)).status);
      for (const action of ["rename", "delete", "publish"])
        expect([400, 404, 410]).toContain(
          (await portal.post(`${path}/workflows/${id}/${action}`, { form, name: "x", published: "true" }))
            .status,
        );
    },
  );

  test.each(["page=0", "page=-1", "page=1e9", "page=x", "done=x", "done=__proto__", "page=1&page=2"])(
    "invalid queries are rejected: ?%s",
    async (query) => {
      const { status } = await portal.get(`${path}/workflows?${query}`);
      expect(status).toBe(400);
    },
  );
});

describe("pages and their addresses", () => {
  const types = ["application/json", "text/plain", "multipart/form-data; boundary=x", ""];
  test.each(types)("accept forms only, not %j", async (type) => {
    const own = await make({ token });
    const form = await formToken();
    const before = await stored();
    for (const body of [JSON.stringify({ form, name: "x" }), `form=${form}&name=x`, "{", "%"])
      for (const action of ["/workflows", `/workflows/${own}/delete`, "/editor-session"]) {
        const headers = { "sec-fetch-site": "same-origin", "content-type": type };
        const { status } = await portal.server.request({ method: "POST", url: path + action, headers, body });
        expect([400, 403, 415], `${action} ${body}`).toContain(status);
      }
    expect(await stored()).toBe(before);
  });

  test("reject an enormous form, and read only the first of repeated values", async () => {
    const form = await formToken();
    const before = await stored();
    expect((await portal.post(`${path}/workflows`, { form, name: "x".repeat(3_000_000) })).status).toBe(413);
    expect((await portal.post(`${path}/workflows`, { form: ["x", form], name: "x" })).status).toBe(403);
    expect(await stored()).toBe(before);
  });

  test.each([
    `lang=${HOSTILE}`,
    `return=javascript:alert(1)`,
    `return=https://attacker.example/`,
    `accent=red;}</style>${HOSTILE}`,
    `font=x;}</style>${HOSTILE}`,
    `radius=1px;background:url(https://attacker.example/)`,
    `background=url(https://attacker.example/)`,
    `scheme=${HOSTILE}`,
  ])("take no markup from style parameters, and link nowhere else: ?%s", async (query) => {
    const own = await make({ token });
    const search = new URLSearchParams(query.split(/=(.*)/s).slice(0, 2).join("=")).toString();
    const headers = {
      "sec-fetch-dest": "iframe",
      host: "attacker.example",
      origin: "https://attacker.example",
    };
    for (const page of ["/workflows", `/workflows/${own}`, `/workflows/${own}/edit`]) {
      const { text, headers: got, status } = await portal.get(`${path}${page}?${search}`, headers);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script>alert|<img src=x|javascript:|url\((?!\/portal\/fonts\/)/);
      expect(text + JSON.stringify(got)).not.toContain("attacker.example");
    }
  });

  test("show a customer's own workflow fields as text on the application's page", async () => {
    const fields = ["text", "select", "link"].map((type) => ({
      id: `f-${type}`,
      type,
      label: HOSTILE,
      help_text: HOSTILE,
      placeholder: `"${HOSTILE}`,
      ...(type === "select" && { options: [{ name: HOSTILE, value: HOSTILE }] }),
    }));
    for (const data_slots of fields.map((field) => [field])) {
      const body = {
        name: HOSTILE,
        description: HOSTILE,
        slug: "desk",
        ...buildNodeSequence(LOG),
        data_slots,
      };
      const reply = await ask("POST", WORKFLOW, body);
      if (reply.status !== 200) expect(reply.status, reply.text).toBe(400);
      else await ask("PUT", `${WORKFLOW}/${reply.body._id}/publish`, { published: true });
    }
    const { text } = await portal.get(`${path}/apps/desk`);
    expect(text).not.toMatch(/<script>alert|<img src=x/);
  });
});

test("a customer does not learn who at the company changed its workflow, and no record contains its link", async () => {
  const own = await make({ token });
  const { __v: revision } = (await ask("GET", `${WORKFLOW}/${own}`)).body;
  const { key, account } = { key: portal.server.testKey, account: "attacker" };
  const url = `${WORKFLOW}/${own}`;
  const changed = await portal.server.request({
    method: "PUT",
    url,
    key,
    account,
    body: buildNodeSequence(),
  });
  expect(changed.status, changed.text).toBe(200);
  const stale = await ask("PUT", url, { ...buildNodeSequence(LOG), base_revision: revision });
  expect(stale.status, stale.text).toBe(409);
  const keys = await portal.server.deps.db.selectFrom("api_keys").selectAll().execute();
  for (const { id } of keys) expect(stale.text).not.toContain(id);
  await portal.post(`${path}/workflows/${own}/rename`, { form: await formToken(), name: "Renamed" });
  await addPendingRecords(portal.server.deps);
  const log = await portal.server.request({ url: `${BASE}/audit-log?limit=100`, key });
  const entry = log.body.docs.find(({ object }: { object: { id: string } }) => object.id === own);
  expect(entry.actor).toMatchObject({ kind: "linked_account" });
  expect(log.text).not.toContain(path.split("/").at(-1));
  expect(log.text).not.toContain("eyJ");
});
