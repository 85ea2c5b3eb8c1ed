import { Button, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import { useChange } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { MadeLink } from "../../parts/applications/made-link.tsx";
import { AccountField } from "../../parts/forms/account-field.tsx";
import { NoCustomers } from "../../parts/forms/no-customers.tsx";
import { useOnlyCustomer } from "../../parts/forms/remote-choices.ts";
import { Problem } from "../../parts/page/problem.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { exactly } from "../../parts/time/time-words.ts";
import { CONNECT_CUSTOMER, TRY } from "../../words/applications.ts";

interface ConnectCustomerProps {
  readonly slug: string;
  readonly name: string;
  /** The customer that is chosen at first. */
  readonly account?: string;
}

/** Creates a link to the page where a chosen customer connects the application, to open or to send. */
export function ConnectCustomer({ slug, name, account }: ConnectCustomerProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <RoleButton least="support" onClick={open}>
        {CONNECT_CUSTOMER.open}
      </RoleButton>
      <Modal opened={opened} onClose={close} title={CONNECT_CUSTOMER.title(name)} size="lg">
        <LinkForm slug={slug} first={account} />
      </Modal>
    </>
  );
}

function LinkForm({ slug, first }: { readonly slug: string; readonly first: string | undefined }) {
  const only = useOnlyCustomer(useEnvironment());
  const [chosen, setChosen] = useState(first);
  const account = chosen ?? only;
  const link = useChange("post", "/api/v2/public/linked-account/integration/{slug}/reconnect-link", []);
  const choose = (id: string | undefined) => {
    setChosen(id);
    link.reset();
  };
  const make = () => account !== undefined && link.mutate({ path: { slug }, query: {}, account });
  return (
    <Stack gap="md">
      <Text size="sm">{CONNECT_CUSTOMER.text}</Text>
      <AccountField
        value={account}
        onChange={choose}
        hasLabel
        width="100%"
        placeholder={TRY.customerPlaceholder}
        data-autofocus
      />
      <NoCustomers />
      {link.error && <Problem error={link.error} onRetry={make} />}
      {link.data ? (
        <MadeLink url={link.data.reconnect_url} until={exactly(link.data.expires_at)}>
          <Button
            component="a"
            href={link.data.reconnect_url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            rightSection={<IconExternalLink size={14} />}
          >
            {CONNECT_CUSTOMER.visit}
          </Button>
        </MadeLink>
      ) : (
        <Button disabled={account === undefined} loading={link.isPending} onClick={make}>
          {CONNECT_CUSTOMER.make}
        </Button>
      )}
    </Stack>
  );
}
