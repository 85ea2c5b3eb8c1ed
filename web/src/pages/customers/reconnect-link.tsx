import { Button, CopyButton, Group, Modal, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useEffect } from "react";
import { useChange } from "../../api/use-api.ts";
import { Problem } from "../../parts/problem.tsx";
import { exactly } from "../../parts/time-words.ts";
import { CONNECTIONS } from "../../words/customers.ts";
import { PARTS } from "../../words/parts.ts";
import { type Connection, type Customer, nameOf } from "./customer.ts";

interface ReconnectLinkProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly connection: Connection;
  readonly customer: Customer;
}

/** Makes a link with which the customer connects again, to copy or to send. */
export function ReconnectLink({ opened, onClose, connection, customer }: ReconnectLinkProps) {
  const { slug, application, cause } = connection;
  const { account_id: account } = customer;
  const { mutate, data, error } = useChange(
    "post",
    "/api/v2/public/linked-account/integration/{slug}/reconnect-link",
    [],
  );
  useEffect(() => {
    if (opened) mutate({ path: { slug }, account });
  }, [opened, mutate, slug, account]);
  const url = data?.reconnect_url ?? "";
  return (
    <Modal opened={opened} onClose={onClose} title={CONNECTIONS.linkTitle(application)} size="lg">
      <Stack gap="md">
        <Text size="sm">{CONNECTIONS.linkText(nameOf(customer))}</Text>
        {error && <Problem error={error} onRetry={() => mutate({ path: { slug }, account })} />}
        {!data && !error && <Skeleton height={56} />}
        {data && (
          <>
            <TextInput
              label={CONNECTIONS.link}
              value={url}
              readOnly
              data-autofocus
              classNames={{ input: "mono" }}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <Text size="sm" className="muted">
              {CONNECTIONS.linkUntil(exactly(data.expires_at))}
            </Text>
            <Group justify="flex-end" gap="sm">
              <Button
                component="a"
                href={mailOf(
                  CONNECTIONS.mailSubject(application),
                  CONNECTIONS.mailBody(application, cause, url, exactly(data.expires_at)),
                )}
                variant="default"
                leftSection={<IconMail size={16} />}
              >
                {CONNECTIONS.mail}
              </Button>
              <CopyButton value={url}>
                {({ copied, copy }) => (
                  <Button onClick={copy}>{copied ? PARTS.copied : CONNECTIONS.copyLink}</Button>
                )}
              </CopyButton>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}

/** The address that opens a mail in the operator's own program; whom it goes to is filled in there. */
function mailOf(subject: string, body: string): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
