import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useEffect } from "react";
import { useChange, useRead } from "../../api/use-api.ts";
import { RECONNECT } from "../../words/parts/reconnect.ts";
import { Problem } from "../page/problem.tsx";
import { exactly } from "../time/time-words.ts";
import { MadeLink } from "./made-link.tsx";
import { useApplications } from "./use-building-blocks.ts";

const PATH = "/api/v2/public/linked-account/integration/{slug}/reconnect-link";

/** What a link is to connect. */
export interface ConnectionToMake {
  readonly slug: string;
  /** Your own id for the customer. */
  readonly account: string;
  /** The connection to renew; default: the default one. */
  readonly connectionId?: string | undefined;
  /** Whether the customer has yet to connect it. */
  readonly isFirst?: boolean;
}

/** Creates a link when it is first shown. */
export function ReconnectLink({ isFirst = false, ...wanted }: ConnectionToMake) {
  const { slug, account, connectionId } = wanted;
  const { mutate, data: link, error } = useChange("post", PATH, []);
  const make = () => mutate({ path: { slug }, query: { connection_id: connectionId }, account });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(make, []);
  const { application, customer, cause } = useConnection(wanted);
  const until = link && exactly(link.expires_at);
  return (
    <Stack gap="md">
      <Text size="sm">
        {RECONNECT.text(customer, application)} {!isFirst && RECONNECT.resumes}
      </Text>
      {error && <Problem error={error} onRetry={make} />}
      {!link && !error && <Skeleton height={56} />}
      {link && until && (
        <MadeLink url={link.reconnect_url} until={until}>
          <Button
            component="a"
            href={mailOf(
              RECONNECT.mailSubject(application, isFirst),
              isFirst
                ? RECONNECT.firstMailBody(application, link.reconnect_url, until)
                : RECONNECT.mailBody(application, cause, link.reconnect_url, until),
            )}
            variant="default"
            leftSection={<IconMail size={16} />}
          >
            {RECONNECT.mail}
          </Button>
        </MadeLink>
      )}
    </Stack>
  );
}

/** The text about the connection: its application and customer by name, and why it is broken. */
function useConnection({ slug, account, connectionId }: ConnectionToMake) {
  const query = { linked_account_id: account, slug, limit: 100 };
  const { data, isPlaceholderData } = useRead("/api/v2/public/connections", { query });
  // One that is connected for the first time has no connection yet.
  const known = useApplications().find((one) => one.slug === slug);
  const connection = isPlaceholderData
    ? undefined
    : data?.docs.find(({ _id, is_default: isDefault }) => (connectionId ? _id === connectionId : isDefault));
  return {
    application: connection?.application ?? known?.name ?? slug,
    customer: connection?.linked_account_name || account,
    cause: connection?.cause ?? null,
  };
}

/** The URL that opens an email in the operator's own program; the recipient is filled in there. */
function mailOf(subject: string, body: string): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
