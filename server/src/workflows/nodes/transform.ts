import { Type } from "typebox";
import type { NodeType } from "./node.ts";
import { transformTexts } from "./words/transform.ts";

const Settings = Type.Object({
  output: Type.Optional(
    Type.Unknown({ description: "Any JSON with expressions; the result is the output's `body`." }),
  ),
});

/** Builds a value from others; expressions do the work. */
export const transformNode: NodeType = {
  type: "transform",
  texts: transformTexts,
  icon: "transform",
  group: "data",
  description: "Builds a new value from others.",
  settings: Settings,
  isPure: true,
  run: async (_deps, { data }) => ({ kind: "next", output: { body: data.output ?? null } }),
  guide: {
    example: {
      id: "invoice_lines",
      type: "transform",
      data: {
        output: {
          customer: "{{ linked_account.name }}",
          skus: "{{ input.lines.map(line => line.sku) }}",
          total: "{{ input.lines.reduce((sum, line) => sum + line.quantity * line.price, 0) }}",
        },
      },
    },
    output: '`{ "body": … }`, the value of `output`',
  },
};
