import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** A part of the settings with a form of its own. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={2} fz={15}>
        {title}
      </Title>
      {text && (
        <Text size="sm" className="muted">
          {text}
        </Text>
      )}
      {children}
    </Stack>
  );
}
