import type { NodeType, NodeTypes } from "./node-types.ts";

// The dashboard's code knows nothing of the server's, so these are no imports.
const [SHIPPED = []] = Object.values(
  import.meta.glob<readonly unknown[]>("../../../../server/src/workflows/nodes/list.ts", {
    import: "NODE_TYPES",
    eager: true,
  }),
);
const [present] = Object.values(
  import.meta.glob<(nodeType: unknown, language: string) => NodeType>(
    "../../../../server/src/workflows/node-type-routes.ts",
    { import: "presentNodeType", eager: true },
  ),
);

/** What the API sends of one of the server's node types. */
export function presentType(nodeType: unknown): NodeType {
  if (!present) throw new Error("The server has no presentNodeType.");
  return present(nodeType, "en");
}

/** The node types that a server sends. */
export const TYPES: NodeTypes = new Map(SHIPPED.map(presentType).map((one) => [one.type, one]));
