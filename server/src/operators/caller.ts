import { type Static, Type } from "typebox";
import type { Principal } from "../auth/credentials.ts";
import type { Db } from "../platform/database/database.ts";
import { Record } from "../platform/http/route.ts";

/** Who requested something, as stored: the name remains when the operator or key is deleted. */
export const Caller = Record("Caller", {
  kind: Type.Enum(["operator", "api_key", "linked_account", "agent"], {
    description: "`agent`: an assistant that manages the platform over MCP with an API key.",
  }),
  id: Type.String({
    description:
      "Id of the operator or API key, also of an agent's; for a linked account, your own id for it.",
  }),
  name: Type.Union([Type.String(), Type.Null()], {
    description: "For an operator without a name, the email address; null if there is none.",
  }),
});
export type Caller = Static<typeof Caller>;

/** The same before a name is looked up; an agent has the name that its client gives itself. */
export type CallerRef = Pick<Caller, "kind" | "id"> & { readonly name?: string | undefined };

export function toCallerRef(principal: Principal): CallerRef {
  switch (principal.kind) {
    case "session":
      return { kind: "linked_account", id: principal.account.accountId };
    case "apiKey":
      return principal.agent
        ? { kind: "agent", id: principal.keyId, name: principal.agent.name }
        : { kind: "api_key", id: principal.keyId };
    case "operator":
      return { kind: "operator", id: principal.operatorId };
  }
}

export async function readCaller(db: Db, principal: Principal): Promise<Caller> {
  switch (principal.kind) {
    case "session":
      return { kind: "linked_account", id: principal.account.accountId, name: null };
    case "apiKey": {
      const { keyId: id } = principal;
      const key = await db.selectFrom("api_keys").select("name").where("id", "=", id).executeTakeFirst();
      return { kind: "api_key", id, name: key?.name ?? null };
    }
    case "operator": {
      const { operatorId: id } = principal;
      const found = db.selectFrom("operators").select(["name", "email"]).where("id", "=", id);
      const operator = await found.executeTakeFirst();
      return { kind: "operator", id, name: operator?.name ?? operator?.email ?? null };
    }
  }
}
