import { Type } from "typebox";
import { readShownAccount } from "../../accounts/read.ts";
import { AccountSearch, LinkedAccount, presentAccount } from "../../accounts/schema.ts";
import { listAccounts } from "../../accounts/store.ts";
import { Integration } from "../../apps/connections/integrations.ts";
import { ConnectionList, ConnectionsQuery, presentConnections } from "../../apps/health/health-routes.ts";
import { LongPageEnvelope, LongPageQuery, parseLongPage } from "../../platform/page.ts";
import { AccountArgument } from "./account.ts";
import { defineTool } from "./tool.ts";

// Images are for people.
const { icon: _icon, ...Connection } = Integration.properties;

const listAccountsTool = defineTool({
  name: "list_accounts",
  title: "List linked accounts",
  description: "Lists the linked accounts (your customers), newest first, by page or by cursor.",
  input: { ...LongPageQuery.properties, search: AccountSearch },
  output: { docs: Type.Array(LinkedAccount), ...LongPageEnvelope },
  run: async ({ db }, scope, args) => {
    const { rows, envelope } = await listAccounts(db, scope, { search: args.search }, parseLongPage(args));
    return { docs: rows.map(presentAccount), ...envelope };
  },
});

const getAccountTool = defineTool({
  name: "get_account",
  title: "Get a linked account",
  description:
    "Reads a linked account with its connections and whether each must be connected again; never its credentials.",
  input: { linked_account_id: AccountArgument },
  output: { ...LinkedAccount.properties, integrations: Type.Array(Type.Object(Connection)) },
  run: (deps, scope, { linked_account_id: id }) => readShownAccount(deps, scope, id),
});

const listConnectionsTool = defineTool({
  name: "list_connections",
  title: "List connections",
  description:
    "Lists the connections of all linked accounts or of one with their health, what is wrong and what to do, oldest first. Filter by status to find broken ones.",
  input: { ...ConnectionsQuery.properties, linked_account_id: Type.Optional(AccountArgument) },
  output: ConnectionList.properties,
  run: presentConnections,
});

/** Linked accounts and their connections. */
export const ACCOUNT_TOOLS = [listAccountsTool, getAccountTool, listConnectionsTool];
