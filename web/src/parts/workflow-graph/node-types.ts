import type { Input, Reply } from "@junctor/sdk";
import { useMemo } from "react";
import { useRead } from "../../api/use-api.ts";
import { LOCALE } from "../../words/parts/locale.ts";

/** A node type as the server describes it. */
export type NodeType = Reply<"get", typeof PATH>["node_types"][number];

/** The server's node types, by name, in its order. */
export type NodeTypes = ReadonlyMap<string, NodeType>;

const PATH = "/api/v2/public/node-types";

/** Reads the node types, with their texts in the page's language; there are none while they are unknown. */
export function useNodeTypes() {
  const language = LOCALE.language as Language;
  const { data, error, refetch, isPending } = useRead(PATH, { query: { language } });
  const types: NodeTypes = useMemo(() => new Map(data?.node_types.map((one) => [one.type, one])), [data]);
  return { types, error, refetch, isPending };
}

type Language = NonNullable<NonNullable<Input<"get", typeof PATH>["query"]>["language"]>;
