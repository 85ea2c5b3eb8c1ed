import type { Deps } from "../../deps.ts";
import { resolveTargets, type TriggerTarget } from "./resolve.ts";
import { createVersionFacts } from "./version-facts.ts";

/** The workflow and the account of an address. */
type WebhookAddressee = Pick<TriggerTarget, "orgId" | "environment" | "accountId"> & {
  readonly workflow: string;
};

/** Whether the webhooks of an address must be signed with their bodies. */
export type SignedBodyCheck = (address: WebhookAddressee) => Promise<boolean>;

/** Creates the check, which is made before a large body is read: a signed one is needed as a whole. */
export function createSignedBodyCheck({
  database,
  clock,
}: Pick<Deps, "database" | "clock">): SignedBodyCheck {
  const versions = createVersionFacts(database);
  return async ({ workflow, ...address }) => {
    const target = { ...address, configId: undefined, ownFirst: false, wants: { workflow } };
    const [resolution] = await resolveTargets(database, [target], clock.now());
    const facts = await versions.read(resolution?.candidates.map((one) => one.workflow) ?? []);
    return [...facts.values()].some(({ webhook }) => webhook?.isBodySigned);
  };
}
