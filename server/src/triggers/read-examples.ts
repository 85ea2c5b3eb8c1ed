import { withConnection } from "../apps/actions/with-connection.ts";
import { ConnectorError, type JsonObject } from "../apps/connector.ts";
import type { AccountScope } from "../auth/scope.ts";
import { readPreview } from "../configs/preview-roots.ts";
import type { Json } from "../platform/json/json.ts";
import { render } from "../workflows/definition/render.ts";
import { getChosenConnection } from "../workflows/definition/stored-values.ts";
import type { TriggerDeps } from "./deps.ts";

/** A trigger, with the `input` of a start node. */
export interface ExampleQuery {
  readonly slug: string;
  readonly event: string;
  readonly input: JsonObject;
  /** Id or alias of the workflow or draft whose settings `{{ config.… }}` reads, and whose connection is used. */
  readonly workflow: string | undefined;
  /** Whether only the account's own workflows are to be seen. */
  readonly ownOnly: boolean;
}

/**
 * What a trigger has lately had to tell for a linked account, as the data of its events, at most 10; nothing starts.
 * Throws `ConnectorError` and RenderError, and 404 for a workflow that does not exist.
 */
export async function readTriggerExamples(
  deps: TriggerDeps,
  scope: AccountScope,
  { slug, event, input, workflow, ownOnly }: ExampleQuery,
): Promise<Json[]> {
  const { account, ...everybody } = scope;
  const subject = { accountId: account.accountId, workflow, configId: undefined };
  const { roots, connections } = await readPreview(deps, ownOnly ? scope : everybody, subject);
  const sandbox = deps.sandbox.forTenant(account.id);
  const { value } = await render(input, roots, { sandbox, expressionCache: deps.expressionCache });
  // A field that the customer left empty counts as omitted, as in `renderTriggerInput`.
  const filled = Object.entries(value as JsonObject).filter(([, item]) => item !== null); // an object stays one
  const cause = { kind: "poll", subject: event } as const;
  const target = { slug, connectionId: getChosenConnection(connections, slug), cause };
  return withConnection(deps, scope, target, (connector, call) => {
    if (connector.examples === undefined)
      throw new ConnectorError("input", `${connector.info.name} does not list events.`);
    return connector.examples(event, { ...call, input: Object.fromEntries(filled) });
  });
}
