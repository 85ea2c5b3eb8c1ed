import type { BareCall, CheckResult } from "../../connector.ts";
import { buildTemplateScope, type Exchange, sendRequest } from "./request/exchange.ts";
import { compileTemplate, toText, type ValueTemplate } from "./request/template.ts";
import type { Manifest } from "./schema/manifest-schema.ts";

const LONGEST_IDENTIFIER = 200;

/** Compiles the request that verifies a credential. It throws `ConnectorError` if the provider refuses it. */
export function compileConnectionCheck(
  source: Manifest["check"],
  exchange: Exchange,
): (call: BareCall) => Promise<CheckResult> {
  if (source === undefined) throw new Error("The manifest has no check.");
  const prepared = exchange.prepare(source.request);
  const account = source.account === undefined ? undefined : compileTemplate(source.account);
  const scopes = source.scopes === undefined ? undefined : compileTemplate(source.scopes);
  const { readAnswer } = exchange;
  return async (call) => {
    const request = prepared[call.credential.type](buildTemplateScope(call));
    const answer = await sendRequest(request, call, { readAnswer, repeatable: true });
    const identifier = toText(account?.render(answer)).slice(0, LONGEST_IDENTIFIER);
    const granted = scopesIn(scopes?.render(answer));
    return {
      ...(identifier === "" ? {} : { identifier }),
      ...(granted === undefined ? {} : { scopes: granted }),
    };
  };
}

/** Scopes as a list, or as a text separated by spaces or commas; undefined if the provider does not report them. */
function scopesIn(value: ReturnType<ValueTemplate["render"]>): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map(toText);
  return toText(value)
    .split(/[\s,]+/)
    .filter((scope) => scope !== "");
}
