import { Text } from "@mantine/core";
import { useRead } from "../../../../api/use-api.ts";
import { Snippet } from "../../../../parts/values/snippet.tsx";
import { TRIGGERS } from "../../../../words/workflows/editor.ts";
import { OPERATOR_EDITOR } from "../../../../words/workflows/operator-editor.ts";
import { ProviderSecret } from "./provider-secret.tsx";
import type { Trigger } from "./triggers.ts";

interface ProviderAddressProps {
  readonly workflowId: string;
  readonly trigger: Trigger;
  /** The customer whose address is shown. */
  readonly account: string | undefined;
}

/** The address to enter at the provider of a trigger that Junctor cannot register itself, and the secret for it. */
export function ProviderAddress(props: ProviderAddressProps) {
  const { application: slug, event } = props.trigger;
  const { data } = useRead("/api/v2/public/triggers/{slug}", { path: { slug } });
  const offered = data?.find(({ id }) => id === event);
  if (offered === undefined || offered.automatic) return null;
  if (props.account === undefined)
    return (
      <Text size="sm" className="muted">
        {OPERATOR_EDITOR.addressNeedsCustomer}
      </Text>
    );
  return <AccountAddress {...props} />;
}

function AccountAddress({ workflowId, trigger, account }: ProviderAddressProps) {
  const { data } = useRead("/api/v2/public/trigger-subscriptions", { account });
  if (data === undefined) return null;
  const own = data.filter(
    ({ workflow_id: id, slug, event }) =>
      id === workflowId && slug === trigger.application && event === trigger.event,
  );
  const entered = own.flatMap(({ address, ...more }) =>
    address === undefined ? [] : [{ address, ...more }],
  );
  if (entered.length === 0)
    return (
      <Text size="sm" className="muted">
        {TRIGGERS.providerAddressLater}
      </Text>
    );
  return (
    <>
      <Text size="sm" className="muted">
        {TRIGGERS.providerAddressHelp}
      </Text>
      {entered.map(({ _id: id, address, secret, username, needs_secret: isAsked, has_secret: isSet }) => (
        <div key={id}>
          <Snippet text={address} label={TRIGGERS.address} />
          {username !== undefined && <Snippet text={username} label={TRIGGERS.providerUsername} />}
          {secret !== undefined && <Snippet text={secret} label={TRIGGERS.providerSecret} />}
          {isAsked && <ProviderSecret id={id} account={account} isSet={isSet === true} />}
        </div>
      ))}
    </>
  );
}
