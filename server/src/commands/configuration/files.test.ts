import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ListeningServer, startListeningServer } from "../../../test/listening-server.ts";
import { runJunctor } from "../../../test/spawn-server.ts";
import { createTestFolder, type TestFolder } from "./test-configuration.ts";

let server: ListeningServer;
let folder: TestFolder;
beforeAll(async () => {
  server = await startListeningServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await createTestFolder({ ...server, ...(await server.organization()) });
  return () => folder.remove();
});

describe("bad files", () => {
  test("are all named at once, with lines and what to do, before anything is sent", async () => {
    await folder.write({
      "events/misspelt.yaml": "name: A\nrespnse: {}\n",
      "events/nameless.yaml": "response: { a: 1 }\n",
      "events/syntax.yaml": "name: [B\n",
      "events/text.yaml": "just text\n",
      "events/types.yaml": "name: C\nresponse:\n  - key: a\n    type: colour\n",
      "events/twice.yaml": "name: D\nname: E\n",
      "events/json.json": "{}",
      "workflows/nodes.yaml": "name: W\nnodes:\n  - id: start\n    type: start\n    maximum_atempts: 3\n",
      "workflows/other.yaml": "name: W2\nindex_order: first\nunheard_of: true\n",
      "event/x.yaml": "name: X\n",
      "portl.yaml": "others: none\n",
      "portal.yaml": "others: some\n",
      "package.yaml": "name: not ours\n",
    });
    const { code, text, changes } = await folder.run("apply");
    expect([code, changes]).toEqual([1, []]);
    expect(text.split("\n")).toEqual([
      'event: is not read; did you mean "events"?',
      'portl.yaml: is not read; did you mean "portal.yaml"?',
      'events/json.json:1: must have "name".',
      'events/misspelt.yaml:2: respnse is unknown; did you mean "response"?',
      'events/nameless.yaml:1: must have "name".',
      expect.stringMatching(/^events\/syntax\.yaml:\d: .*\.$/),
      "events/text.yaml:1: must have members, such as name.",
      expect.stringMatching(/^events\/twice\.yaml:2: Map keys must be unique/),
      expect.stringMatching(/^events\/types\.yaml:4: response\.0\.type must be one of text,/),
      'workflows/nodes.yaml:5: nodes.0.maximum_atempts is unknown; did you mean "maximum_attempts"?',
      "workflows/other.yaml:2: index_order must be a number.",
      expect.stringMatching(/^workflows\/other\.yaml:3: unheard_of is unknown; there are format, /),
      "portal.yaml:1: others must be one of all, with_workflows, none.",
      "Nothing was changed: 13 problems.",
    ]);
  });

  test("two of one record are refused", async () => {
    await folder.write({ "events/a.yaml": "name: A\n", "events/b.yaml": "name: A\n" });
    expect(await folder.run("plan")).toMatchObject({
      code: 1,
      text: expect.stringContaining(
        'events/b.yaml: describes the event "A", as events/a.yaml does: keep one.',
      ),
    });
  });

  test("keep a pull from writing anything", async () => {
    await folder.write({ "events/a.yaml": "nam: A\n" });
    expect(await folder.run("pull")).toMatchObject({
      code: 1,
      text: expect.stringContaining("Nothing was written"),
    });
    expect(Object.keys(await folder.readAll())).toEqual(["events/a.yaml"]);
  });
});

describe("a variable", () => {
  const FILE = "name: Order Placed\nresponse:\n  url: { $env: SHOP_URL }\n";
  const variables = { SHOP_URL: "https://shop.example.com/secret" };

  test("is read from the environment, and never shown", async () => {
    await folder.write({ "events/order-placed.yaml": FILE });
    expect(await folder.run("apply", { variables })).toMatchObject({ code: 0 });
    expect((await folder.run("plan", { variables })).code).toBe(0);
    const other = await folder.run("plan", { variables: { SHOP_URL: "https://other.example.com" } });
    expect(other.text).toContain('response.url: "(hidden)" → $SHOP_URL');
    const json = await folder.run("plan", {
      argv: ["--json"],
      variables: { SHOP_URL: "https://other.example.com" },
    });
    for (const { text } of [other, json]) expect(text).not.toMatch(/shop\.example|other\.example/);
    expect(JSON.parse(json.text).changes).toEqual([
      {
        action: "update",
        kind: "events",
        name: "Order Placed",
        file: "events/order-placed.yaml",
        members: [{ member: "response.url", before: "(hidden)", after: { $env: "SHOP_URL" } }],
        notes: [],
      },
    ]);
  });

  test("that is not set is a problem with its line", async () => {
    await folder.write({ "events/order-placed.yaml": FILE });
    expect(await folder.run("plan")).toMatchObject({
      code: 1,
      text: expect.stringContaining(
        "events/order-placed.yaml:3: response.url names the environment variable SHOP_URL, which is not set.",
      ),
    });
  });

  test("stays in the file when others change on the server", async () => {
    await folder.write({ "events/order-placed.yaml": FILE });
    await folder.run("apply", { variables });
    const { body } = await server.request({ url: "/api/v2/public/application/event", key: folder.key });
    await server.request({
      method: "PUT",
      url: `/api/v2/public/application/event/${body[0]._id}`,
      key: folder.key,
      body: { response: { url: "https://changed.example.com", more: 1 } },
    });
    await folder.run("pull", { variables });
    expect(await folder.read("events/order-placed.yaml")).toMatch(/url:\s+\$env: SHOP_URL\n {2}more: 1\n/);
  });
});

test("files have a name of letters, digits and hyphens, each its own", async () => {
  for (const name of ["Größe/Übung!", "grosse ubung", "Größe Übung", "../../etc", "日本", "..."])
    await server.request({
      method: "POST",
      url: "/api/v2/public/application/event",
      key: folder.key,
      body: { name },
    });
  await folder.run("pull");
  expect(Object.keys(await folder.readRecords())).toEqual(
    [
      "events/etc.yaml",
      "events/große-ubung-2.yaml",
      "events/große-ubung.yaml",
      "events/grosse-ubung.yaml",
      "events/unnamed.yaml",
      "events/日本.yaml",
    ].sort(),
  );
  expect((await folder.run("plan")).code).toBe(0);
});

describe("the command", () => {
  const run = (argv: string[], environment: Record<string, string> = {}) =>
    runJunctor(argv, { JUNCTOR_URL: server.baseUrl, JUNCTOR_API_KEY: folder.key, ...environment });

  test("exits with 0 without changes, and with 2 with some", async () => {
    await folder.write({ "events/a.yaml": "name: A\n" });
    const planned = await run(["plan", folder.path]);
    expect(planned).toMatchObject({ code: 2, stderr: "", stdout: expect.not.stringContaining("\u001b") });
    expect(await run(["apply", folder.path])).toMatchObject({ code: 0, stderr: "" });
    expect(await run(["plan", folder.path])).toMatchObject({ code: 0, stderr: "" });
  });

  test.each([
    [{ JUNCTOR_API_KEY: "tk_this-is-not-a-key-of-anybody" }, /does not accept the key in JUNCTOR_API_KEY/],
    [{ JUNCTOR_API_KEY: "" }, /JUNCTOR_API_KEY is not set/],
    [{ JUNCTOR_URL: "" }, /JUNCTOR_URL is not set/],
    [{ JUNCTOR_URL: "http://127.0.0.1:9" }, /could not be reached .*check JUNCTOR_URL/],
    [
      { JUNCTOR_API_KEY: "secret-of-mine" },
      /^\s*JUNCTOR_API_KEY must be an API key, which begins with "tk" or "pk"\.\s*$/,
    ],
  ])("says what is wrong with %j in a sentence", async (environment, message) => {
    await folder.write({ "events/a.yaml": "name: A\n" });
    const result = await run(["plan", folder.path], environment);
    expect(result).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(message) });
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
  });

  test.each([
    [["plan", "/nowhere"], /There is no folder \/nowhere: "junctor pull \/nowhere" writes one/],
    [["plan", "a", "b"], /Usage: junctor pull/],
    [["apply", "--json"], /Usage: junctor pull/],
    [["plan", "."], /has no folder of configuration \(applications, events, workflows/],
  ])("refuses %j", async (argv, message) => {
    expect(await run(argv)).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(message) });
  });
});
