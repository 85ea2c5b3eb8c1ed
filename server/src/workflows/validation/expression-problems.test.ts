import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";
import type { NodeInput } from "../definition/graph.ts";
import { calls, createProblemFinder, edges, http, listMessages, start } from "./test-definitions.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
const problems = createProblemFinder(() => server);

describe("expressions", () => {
  const LINE = edges("start>a a>b");

  test.each([
    "{{ input.x[0].y }} and {{ node.a.body }} and {{ config.c }}",
    "{{ input.items.filter((one) => one.n > 1).length }}",
    "{{ Math.PI }}{{ null }}{{ undefined }}{{ globalThis.crypto }}",
    "{{ linked_account.udf.plan }}{{ instance_meta_data.config_id }}{{ node }}",
    "no }} expression { { here",
    '{{ "{{" }}',
  ])("may be written as in %j", async (url) => {
    expect(listMessages(await problems([start, http("a"), calls("b", url)], LINE, "publish"))).toEqual([]);
  });

  test.each([
    ["{{ input.x", 'data.url: a "{{" has no "}}" after it.'],
    ["{{ input.x }} {{", 'data.url: a "{{" has no "}}" after it.'],
    ["{{ }}", "data.url: {{  }}: "],
    ["{{ input.x + }}", "data.url: {{ input.x + }}: unexpected token"],
    ["{{ return 1 }}", "data.url: {{ return 1 }}: "],
    [
      "{{ inptu.x }}",
      'data.url: {{ inptu.x }} begins with "inptu", which is not one of input, node, linked_account, config, instance_meta_data, loop, links.',
    ],
    ["{{ item.name }}", "; the item of a loop is loop.item."],
    [
      "{{ node.nobody.body }}",
      'data.url: {{ node.nobody.body }} refers to node "nobody", which does not exist.',
    ],
    ["{{ node.constructor.body }}", 'refers to node "constructor", which does not exist.'],
    ["{{ node.b.body }}", "refers to the node itself, which has no output yet."],
    ["{{ node.c.body }}", 'refers to node "c", which runs later.'],
    ["{{ loop.item }}", "data.url: {{ loop.item }} has no value outside a loop."],
    ["{{ links.a }}", 'data.url: {{ links.a }} needs a node "a" that has a link.'],
    ["{{ linked_account.auth_credentials.key }}", "only actions use credentials."],
  ])("are rejected if they can never work: %j", async (url, message) => {
    const nodes = [start, http("a"), calls("b", url), http("c")];
    const found = await problems(nodes, edges("start>a a>b b>c"));
    expect(found).toMatchObject([
      { node_id: "b", field: "data.url", message: expect.stringContaining(message) },
    ]);
  });

  test("are found at any depth of data, but not in literal values", async () => {
    const deep = http("a", { data: { url: "x", body: { list: [{ "a b": "{{ nope.x }}" }] } } });
    expect(await problems([start, deep])).toMatchObject([{ field: "data.body.list.0.a b" }]);
    const code: NodeInput = { id: "c", type: "code", data: { code: "return `{{ ${1} `", prompt: "{{" } };
    expect(await problems([start, code])).toEqual([]);
  });

  test("may refer to the link of a node that has one, anywhere", async () => {
    const nodes = [start, calls("a", "{{ links.ask }}"), { id: "ask", type: "approval" }];
    expect(await problems(nodes, edges("start>a a>ask"), "publish")).toEqual([]);
  });

  test("may refer to a link inside a loop only from that loop", async () => {
    const ask = (id: string): NodeInput => ({ id, type: "approval" });
    const nodes = [start, { id: "each", type: "loop" }, calls("in", "{{ links.ask }}"), ask("ask")];
    const within = edges("start>each each>in:item in>ask");
    expect(listMessages(await problems(nodes, within, "publish"))).toEqual([]);
    const around = [...nodes, calls("after", "{{ links.ask }}")];
    const more = [...within, ...edges("each>after:done")];
    expect(listMessages(await problems(around, more, "publish"))).toEqual([
      'Node "after": data.url: {{ links.ask }} refers to node "ask" inside the loop "each", which has a link for each item: outside the loop there is none.',
    ]);
    expect(listMessages(await problems(around, more))).toEqual([]);
    const outer = [start, { id: "each", type: "loop" }, calls("in", "{{ links.ask }}"), ask("ask")];
    expect(
      listMessages(await problems(outer, edges("start>each each>in:item each>ask:done"), "publish")),
    ).toEqual([]);
  });

  test("may refer to nodes that future edges could place before them while only saved", async () => {
    const nodes = [
      start,
      http("a"),
      calls("b", "{{ node.a.body }}"),
      calls("d", "{{ node.alone.body }}"),
      http("alone"),
    ];
    const beside = edges("start>a start>b start>d");
    expect(await problems(nodes, beside)).toEqual([]);
    expect(listMessages(await problems(nodes, beside, "publish"))).toEqual([
      'Node "b": data.url: {{ node.a.body }} refers to node "a", which may not have run yet: no path of edges leads from it to this node.',
      'Node "d": data.url: {{ node.alone.body }} refers to node "alone", which no edge leads to.',
    ]);
  });

  test("inside a loop see its item and earlier nodes; outside it, not the nodes inside", async () => {
    const ways = edges("start>a a>l l>x:item x>y y>l l>z:done");
    const loop = { id: "l", type: "loop" };
    const sound = "{{ loop.item }}{{ loop.index }}{{ node.a.body }}{{ node.x.body }}";
    const after = "{{ node.l.body }}{{ node.a.body }}";
    const nodes = (y: string, z: string) => [start, http("a"), loop, http("x"), calls("y", y), calls("z", z)];
    expect(listMessages(await problems(nodes(sound, after), ways, "publish"))).toEqual([]);
    expect(
      listMessages(await problems(nodes("{{ node.l.body }}", "{{ node.x.body }}"), ways, "publish")),
    ).toEqual([
      'Node "y": data.url: {{ node.l.body }} refers to the loop around the node, which has not ended yet; its item is {{ loop.item }}.',
      'Node "z": data.url: {{ node.x.body }} refers to node "x" inside the loop "l", whose outputs are not available outside it; use the loop\'s.',
    ]);
  });
});

describe("code", () => {
  test("must parse", async () => {
    const code = (id: string, text: string): NodeInput => ({ id, type: "code", data: { code: text } });
    const nodes = [start, code("a", "return await fetch(input.url)"), code("b", "const x = 1;\nreturn x +;")];
    expect(await problems(nodes)).toMatchObject([
      {
        node_id: "b",
        field: "data.code",
        message: expect.stringMatching(/^Node "b": data.code: .*\(line 2\)\.$/),
      },
    ]);
  });
});
