import { Button, CopyButton, Group, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { PAGES } from "../../words/parts/pages.ts";
import { PARTS } from "../../words/parts/parts.ts";
import { RECONNECT } from "../../words/parts/reconnect.ts";

interface MadeLinkProps {
  readonly url: string;
  /** The end of its validity in words. */
  readonly until: string;
  /** Further buttons, before the one that copies. */
  readonly children: ReactNode;
}

/** A link that was created for a customer, with what can be done with it. */
export function MadeLink({ url, until, children }: MadeLinkProps) {
  return (
    <>
      <TextInput
        label={RECONNECT.link}
        value={url}
        readOnly
        data-autofocus
        classNames={{ input: "mono" }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Text size="sm" className="muted">
        {RECONNECT.until(until)}
      </Text>
      <Group justify="flex-end" gap="sm">
        {children}
        <CopyButton value={url}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? PARTS.copied : PAGES.copyLink}</Button>}
        </CopyButton>
      </Group>
    </>
  );
}
