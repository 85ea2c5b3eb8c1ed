import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useChange } from "../../api/use-api.ts";
import { tellProblem } from "../../parts/confirm.tsx";
import { CopyText } from "../../parts/identifier.tsx";
import { RoleButton } from "../../parts/role-button.tsx";
import { exactly } from "../../parts/time-words.ts";
import { FAILURE, RECONNECT } from "../../words/execution.ts";

/** Makes the link by which a customer connects an application again, to copy or to mail. */
export function ReconnectButton({ slug, customer }: { slug: string; customer: string }) {
  const link = useChange("post", "/api/v2/public/linked-account/integration/{slug}/reconnect-link", []);
  const { data } = link;
  return (
    <>
      <RoleButton
        least="support"
        variant="filled"
        loading={link.isPending}
        onClick={() => link.mutate({ path: { slug }, account: customer }, { onError: tellProblem })}
      >
        {FAILURE.reconnectLink}
      </RoleButton>
      <Modal opened={data !== undefined} onClose={link.reset} title={RECONNECT.title}>
        {data && (
          <Stack gap="md">
            <Text size="sm">{RECONNECT.text(customer)}</Text>
            <TextInput
              label={RECONNECT.link}
              readOnly
              value={data.reconnect_url}
              onFocus={({ currentTarget }) => currentTarget.select()}
              rightSection={<CopyText text={data.reconnect_url} label={RECONNECT.link} />}
            />
            <Text size="sm" className="muted">
              {RECONNECT.expires} {exactly(data.expires_at)}
            </Text>
            <Group justify="space-between">
              <Anchor href={mailOf(data.reconnect_url)} size="sm">
                {RECONNECT.mail}
              </Anchor>
              <Button onClick={link.reset}>{RECONNECT.done}</Button>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  );
}

function mailOf(url: string): string {
  return `mailto:?subject=${encodeURIComponent(RECONNECT.subject)}&body=${encodeURIComponent(RECONNECT.body(url))}`;
}
