import { EXAMPLE } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import { CreatedMcpServer, NewMcpServer } from "./schema.ts";

export const mcpServerExample = {
  body: withExample(NewMcpServer, {
    name: "Bookkeeping",
    description: "Writes and reads invoices.",
    safe_mode: true,
    associated_apps: [
      { slug: "hubspot", actions: [{ id: "get_contact" }, { id: "create_contact", policy: "ask" }] },
    ],
  }),
  reply: withExample(CreatedMcpServer, {
    _id: EXAMPLE.mcpServer,
    name: "Bookkeeping",
    description: "Writes and reads invoices.",
  }),
};
