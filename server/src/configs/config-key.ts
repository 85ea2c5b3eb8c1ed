import type { AccountScope } from "../auth/scope.ts";
import type { ConfigKey } from "./store.ts";

/** The config of a request: without a name, it is the one named after the linked account's own id. */
export function getConfigKey(
  { account }: AccountScope,
  slug: string,
  configId: string | undefined,
): ConfigKey {
  return { slug, configId: configId || account.accountId };
}
