import { Type } from "typebox";
import { LongPageEnvelope, LongPageQuery, parseLongPage } from "../../platform/page.ts";
import { wholeViews } from "../../runs/view/account-view.ts";
import { CallFields, McpCall, presentLoggedCall, readCallFilter } from "../calls/call-schema.ts";
import { listCalls } from "../calls/call-store.ts";
import { AccountArgument, resolveAccount } from "./account.ts";
import { defineTool } from "./tool.ts";

// An agent must not decide what a person is asked.
const { approval_url: _page, ...Shown } = McpCall.properties;

const listMcpCallsTool = defineTool({
  name: "list_mcp_calls",
  title: "List calls of MCP tools",
  description:
    "Lists what customers' agents have called on your MCP servers, newest first: with arguments (without secrets), how it ended, and who decided. Narrow it by status (ERRORED and REFUSED are those that failed, WAITING those that nobody has approved yet), tool, linked account or time.",
  input: {
    ...LongPageQuery.properties,
    ...CallFields,
    linked_account_id: Type.Optional(AccountArgument),
  },
  output: { docs: Type.Array(Type.Object(Shown)), ...LongPageEnvelope },
  run: async (deps, scope, args) => {
    const now = deps.clock.now();
    const account = await resolveAccount(deps, scope, args.linked_account_id);
    const filter = { ...readCallFilter(args, now), account, viewsOf: wholeViews };
    const { rows, envelope } = await listCalls(deps.db, scope, filter, parseLongPage(args));
    return { docs: rows.map((row) => presentLoggedCall(row, now)), ...envelope };
  },
});

/** What customers' agents do. */
export const MCP_TOOLS = [listMcpCallsTool];
