import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { LINKS } from "../../words/parts/links.ts";
import { PARTS } from "../../words/parts/parts.ts";

interface Secret {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  readonly copy: string;
}

/** Shows a secret that cannot be read again, until it is closed with the button: a stray Esc would lose it. */
export function showOnce({ title, text, secret, copy }: Secret): void {
  modals.open({
    title,
    closeOnClickOutside: false,
    closeOnEscape: false,
    withCloseButton: false,
    children: (
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {secret}
        </Code>
        <Group justify="flex-end" gap="sm">
          <CopyButton value={secret}>
            {({ copied, copy: toClipboard }) => (
              <Button data-autofocus miw={104} onClick={toClipboard}>
                {copied ? PARTS.copied : copy}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={() => modals.closeAll()}>
            {LINKS.done}
          </Button>
        </Group>
      </Stack>
    ),
  });
}
