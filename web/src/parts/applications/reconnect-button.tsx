import type { Reply } from "@junctor/sdk";
import { Button, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMail } from "@tabler/icons-react";
import { useChange, useRead } from "../../api/use-api.ts";
import { RECONNECT } from "../../words/parts/reconnect.ts";
import { Problem } from "../page/problem.tsx";
import { RoleButton } from "../page/role-button.tsx";
import { exactly } from "../time/time-words.ts";
import { MadeLink } from "./made-link.tsx";
import { useApplications } from "./use-building-blocks.ts";

const PATH = "/api/v2/public/linked-account/integration/{slug}/reconnect-link";

interface ReconnectButtonProps {
  readonly slug: string;
  /** Your own id for the customer. */
  readonly account: string;
  /** The connection to renew; default: the default one. */
  readonly connectionId?: string | undefined;
  /** Whether the customer has yet to connect it. */
  readonly isFirst?: boolean;
  /** Whether it is the main action. */
  readonly isPrimary?: boolean;
}

/** Creates a link with which a customer connects or reconnects an application, to copy or to send. */
export function ReconnectButton(props: ReconnectButtonProps) {
  const { slug, account, connectionId, isFirst = false, isPrimary = true } = props;
  const [opened, { open, close }] = useDisclosure();
  const { mutate, reset, data, error } = useChange("post", PATH, []);
  const make = () => mutate({ path: { slug }, query: { connection_id: connectionId }, account });
  const { application, customer, cause } = useConnection({ slug, account, connectionId }, opened);
  return (
    <>
      <RoleButton
        least="support"
        variant={isPrimary ? "filled" : "default"}
        onClick={() => {
          open();
          make();
        }}
      >
        {RECONNECT.make(isFirst)}
      </RoleButton>
      <Modal
        opened={opened}
        onClose={close}
        onExitTransitionEnd={reset}
        title={RECONNECT.title(application, isFirst)}
        size="lg"
      >
        <Stack gap="md">
          <Text size="sm">
            {RECONNECT.text(customer)} {!isFirst && RECONNECT.resumes}
          </Text>
          {error && <Problem error={error} onRetry={make} />}
          {!data && !error && <Skeleton height={56} />}
          {data && <ReconnectLink link={data} application={application} cause={cause} isFirst={isFirst} />}
        </Stack>
      </Modal>
    </>
  );
}

/** The text about the connection: its application and customer by name, and why it is broken. */
function useConnection(
  { slug, account, connectionId }: Omit<ReconnectButtonProps, "isFirst" | "isPrimary">,
  enabled: boolean,
) {
  const query = { linked_account_id: account, slug, limit: 100 };
  const { data, isPlaceholderData } = useRead("/api/v2/public/connections", { query }, { enabled });
  // One that is connected for the first time has no connection yet.
  const known = useApplications(enabled).find((one) => one.slug === slug);
  const connection = isPlaceholderData
    ? undefined
    : data?.docs.find(({ _id, is_default: isDefault }) => (connectionId ? _id === connectionId : isDefault));
  return {
    application: connection?.application ?? known?.name ?? slug,
    customer: connection?.linked_account_name || account,
    cause: connection?.cause ?? null,
  };
}

interface ReconnectLinkProps {
  readonly link: Reply<"post", typeof PATH>;
  readonly application: string;
  readonly cause: string | null;
  readonly isFirst: boolean;
}

function ReconnectLink({ link, application, cause, isFirst }: ReconnectLinkProps) {
  const { reconnect_url: url, expires_at: end } = link;
  const until = exactly(end);
  const body = isFirst
    ? RECONNECT.firstMailBody(application, url, until)
    : RECONNECT.mailBody(application, cause, url, until);
  const mail = mailOf(RECONNECT.title(application, isFirst), body);
  return (
    <MadeLink url={url} until={until}>
      <Button component="a" href={mail} variant="default" leftSection={<IconMail size={16} />}>
        {RECONNECT.mail}
      </Button>
    </MadeLink>
  );
}

/** The URL that opens an email in the operator's own program; the recipient is filled in there. */
function mailOf(subject: string, body: string): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
