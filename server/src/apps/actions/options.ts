import type { AccountScope } from "../../auth/scope.ts";
import { ConnectorError, type JsonObject, type ProviderOption } from "../connector.ts";
import { type CallTarget, type InvokeDeps, withConnection } from "./with-connection.ts";

/** A list of options to ask a provider for; `input` contains the inputs filled in so far. */
export interface OptionsCall extends Omit<CallTarget, "cause"> {
  list: string;
  input: JsonObject;
}

/**
 * The options of one list of an application, as the account's own credential sees them; throws like `withConnection`.
 */
export function fetchProviderOptions(
  deps: InvokeDeps,
  scope: AccountScope,
  call: OptionsCall,
): Promise<ProviderOption[]> {
  const { list, input } = call;
  const target: CallTarget = { ...call, cause: { kind: "options", subject: list } };
  return withConnection(deps, scope, target, async (connector, bare) => {
    const { info } = connector;
    const declared = info.options.find(({ id }) => id === list);
    if (declared === undefined || connector.options === undefined) {
      throw new ConnectorError("input", `${info.name} has no list ${list}.`);
    }
    const missing = declared.needs.filter((name) => !isChosen(input, name));
    if (missing.length > 0) throw new ConnectorError("input", `${missing.join(", ")} must be chosen first.`);
    return connector.options(list, { ...bare, input });
  });
}

function isChosen(input: JsonObject, name: string): boolean {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return value !== undefined && value !== null && value !== "";
}
