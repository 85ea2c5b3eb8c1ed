import { Type } from "typebox";
import { getAccountScope } from "../../auth/guard.ts";
import { defineOperations } from "../../auth/operation.ts";
import type { AccountScope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { badRequest, notFound } from "../../platform/errors.ts";
import { toStorableText } from "../../platform/storable-text.ts";
import { type Application, readEnabledApplication } from "../catalog/application.ts";
import { AccountConnection, BySlug, presentConnection } from "../schema.ts";
import { type ConnectionRow, listConnectionsTo, lockConnecting, setDefault, setName } from "../store.ts";
import { enqueueConnectionChange } from "./connection-changed.ts";

/** In characters. */
export const LONGEST_CONNECTION_NAME = 100;

const ByConnection = Type.Object({
  ...BySlug.properties,
  connection_id: Type.String({ description: "The connection's id." }),
});

const operation = defineOperations<Deps>("Connections");

/** Lets customers and servers tell an account's connections to one application apart, and choose the default one. */
export const UPDATE_CONNECTION_OPERATIONS = [
  operation({
    id: "updateConnection",
    method: "patch",
    path: "/api/v2/public/linked-account/integration/:slug/connections/:connection_id",
    least: "developer",
    credentials: "account",
    summary: "Update a connection",
    description:
      "Renames a connection, or makes it the one that is used where no connection is named. Triggers that use the default connection then listen to the new one. Returns 404 if the account has no such connection to the application.",
    schema: {
      params: ByConnection,
      body: Type.Object({
        name: Type.Optional(
          Type.Union([Type.String({ maxLength: LONGEST_CONNECTION_NAME }), Type.Null()], {
            description: "What the customer reads. Null or empty: the name of the account behind it.",
          }),
        ),
        is_default: Type.Optional(
          Type.Literal(true, { description: "Makes it the default; the former one remains." }),
        ),
      }),
      response: { 200: AccountConnection },
    },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const { slug, connection_id: id } = request.params;
      const application = await readEnabledApplication(deps, scope, slug);
      const { name, is_default: isDefault = false } = request.body;
      if (name === undefined && !isDefault) throw badRequest("Send name, is_default or both.");
      const row = await updateConnection(deps, { scope, application }, id, { name, isDefault });
      return presentConnection(row, application.connector.info.name);
    },
  }),
];

/** Renames a connection or makes it the default, or both; 404 if the account has none of this id to the application. */
export async function updateConnection(
  deps: Pick<Deps, "queue" | "clock" | "log">,
  { scope, application }: { scope: AccountScope; application: Application },
  id: string,
  { name, isDefault }: { name?: string | null; isDefault: boolean },
): Promise<ConnectionRow> {
  const { slug } = application.connector.info;
  const { row, isChanged } = await deps.queue.transaction(async (tx) => {
    await lockConnecting(tx, scope, slug);
    const rows = await listConnectionsTo(tx, scope, slug);
    const found = rows.find((row) => row.id === id);
    if (found === undefined) throw notFound("Connection");
    const now = deps.clock.now();
    const isAlone = rows.every((row) => row.is_default === (row.id === id));
    if (isDefault && !isAlone) {
      await setDefault(tx, application, rows, { id, now });
      await enqueueConnectionChange(deps, tx, scope, slug);
    }
    const text = name === undefined ? found.name : toStorableText(name?.trim() ?? "") || null;
    return { row: await setName(tx, id, text, now), isChanged: isDefault && !isAlone };
  });
  if (isChanged) deps.log.info({ connection: id, slug }, "connection.made-default");
  return row;
}
