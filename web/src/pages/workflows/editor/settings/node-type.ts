import type { Reply } from "@junctor/sdk";

/** A node type as the server describes it. */
export type NodeType = Reply<"get", "/api/v2/public/node-types">["node_types"][number];
