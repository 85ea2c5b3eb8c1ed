import type { AccountScope } from "../auth/scope.ts";
import type { ConfigKey } from "../configs/store.ts";

/** The config of a request: one that is not named has the linked account's own id as its name. */
export function getConfigKey(
  { account }: AccountScope,
  slug: string,
  configId: string | undefined,
): ConfigKey {
  return { slug, configId: configId || account.accountId };
}
