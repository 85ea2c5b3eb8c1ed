import { expect, test } from "vitest";
import { measureCpu } from "../../../test/cpu-time.ts";
import { createToolOutput } from "./output.ts";
import { createSearchTools } from "./search-tools.ts";
import { type Tool, toToolAnnotations } from "./tool.ts";

const annotations = toToolAnnotations({
  readOnly: true,
  destructive: false,
  idempotent: true,
  openWorld: false,
});

function toolOf(name: string): Tool {
  const definition = {
    name,
    title: name,
    description: "about ".repeat(300),
    annotations,
    inputSchema: { type: "object" as const },
  };
  const run = async () => ({ kind: "value" as const, value: null });
  return { definition, acts: false, output: createToolOutput(undefined), check: async () => undefined, run };
}

test("a query of hundreds of thousands of words is answered quickly, by its first ones", async () => {
  const names = Array.from({ length: 300 }, (_, at) => `tool${at}x`);
  const [search] = createSearchTools(new Map(names.map((name) => [name, toolOf(name)])));
  const query = `tool7x ${Array.from({ length: 150_000 }, (_, at) => at.toString(36)).join(" ")}`;
  const cpuMs = measureCpu();
  const found = await search?.run({ args: { query, limit: 300 } } as unknown as Parameters<Tool["run"]>[0]);
  expect(JSON.stringify(found)).toContain('"tool7x"');
  expect(cpuMs()).toBeLessThan(5000);
});
