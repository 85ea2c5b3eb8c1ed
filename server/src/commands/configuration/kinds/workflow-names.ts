import { eachRecord } from "../../../../../sdk/src/http/pages.ts";
import type { Target } from "../../target.ts";

/** How other records name workflows: by id on the server, by alias in files. */
export interface WorkflowNames {
  toAlias(id: string): string;
  toId(alias: string): string;
}

/** The names of the environment's workflows. Names without a workflow stay as they are: the API says what is wrong. */
export async function readWorkflowNames({ send }: Target): Promise<WorkflowNames> {
  const query = { scope: "public", draft_of: "none", nodes: false } as const;
  const [aliases, ids] = [new Map<string, string>(), new Map<string, string>()];
  for await (const one of eachRecord((place) =>
    send("get", "/api/v2/public/workflow/all", { query: { ...query, ...place } }),
  )) {
    if (one.workflow_alias === null) continue;
    aliases.set(one._id, one.workflow_alias);
    ids.set(one.workflow_alias, one._id);
  }
  return { toAlias: (id) => aliases.get(id) ?? id, toId: (alias) => ids.get(alias) ?? alias };
}
