import { type Static, Type } from "typebox";
import type { Json } from "../../platform/json/json.ts";
import type { Fields } from "../definition/graph.ts";
import { createFailure } from "./failure.ts";
import type { NodeType } from "./node.ts";
import { loopTexts } from "./words/loop.ts";

const MAX_ITERATIONS = 10_000;
const DEFAULT_BATCH = 100;

const Settings = Type.Object({
  items: Type.Array(Type.Unknown(), { description: "The items to repeat the body for." }),
  concurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      default: 1,
      description: "How many iterations run at once; with 1 they run in order.",
    }),
  ),
  batch_size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: DEFAULT_BATCH,
      description: "Items per batch, if the node has `is_batch: true`.",
    }),
  ),
});

/** Runs its body for each item, or each list of `batch_size` items. */
export const loopNode: NodeType = {
  type: "loop",
  texts: loopTexts,
  icon: "repeat",
  group: "flow",
  description: `Repeats the nodes after its branch \`item\` for each item of a list, at most ${MAX_ITERATIONS.toLocaleString("en")} times.`,
  settings: Settings,
  untimed: "set it on the nodes of its body, or settings.timeout for the whole workflow",
  branches: {
    item: "an iteration starts, once for each item; its nodes are the body",
    done: "all iterations have ended, or there are no items",
  },
  repeats: true,
  fields: ["is_batch"],
  errors: { TOO_MANY_ITEMS: true },
  fromOutput: (output) => (Array.isArray(output.body) ? { kind: "next", output, handle: "done" } : undefined),
  run: async (_deps, { data, isBatch }) => {
    const { items, concurrency } = getIterations(data, isBatch);
    if (items.length <= MAX_ITERATIONS) return { kind: "each", items, concurrency };
    return createFailure(
      "TOO_MANY_ITEMS",
      `The loop would run ${items.length} iterations, and the limit is ${MAX_ITERATIONS}: give it fewer items, or batches (is_batch, batch_size).`,
    );
  },
  guide: {
    example: {
      id: "each_line",
      type: "loop",
      data: { items: "{{ input.lines }}", concurrency: 5 },
    },
    output: '`{ "body": [ … ] }`, the result of each iteration, in the order of the items',
    notes: "See [Loops](#loops) for the body, the result of an iteration, and failures.",
  },
};

/** The items of a loop with these settings, and how many iterations run at the same time. */
export function getIterations(data: Fields, isBatch: boolean): { items: Json[]; concurrency: number } {
  const { items: given, concurrency = 1, batch_size: size = DEFAULT_BATCH } = data as Static<typeof Settings>;
  const items = given as Json[];
  return { items: isBatch ? batchesOf(items, size) : items, concurrency };
}

function batchesOf(items: readonly Json[], size: number): Json[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
