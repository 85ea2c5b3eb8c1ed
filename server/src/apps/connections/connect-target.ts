import { Type } from "typebox";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { NEW_CONNECTION, readNamedConnection } from "../store.ts";

/** A query that chooses which connection of the account is made or made again. */
export const TargetQuery = Type.Object({
  connection_id: Type.Optional(
    Type.String({
      description:
        "`new` adds a connection; an id connects that one again. Without it, the default connection is made or replaced.",
    }),
  ),
});

/** A header that chooses a connection to use. */
export const ConnectionHeader = Type.Object({
  connection_id: Type.Optional(
    Type.String({
      description: "Which of the account's connections to use. Default: the default connection.",
    }),
  ),
});

/** The target of a connect that a caller names; 404 if it is a connection that the account does not have. */
export async function readTarget(
  { database }: Pick<Deps, "database">,
  scope: AccountScope,
  slug: string,
  given: string | undefined,
): Promise<string | undefined> {
  const target = given || undefined;
  if (target !== NEW_CONNECTION) await readNamedConnection(database, scope, slug, target);
  return target;
}
