import { Anchor } from "@mantine/core";
import { IconMapOff } from "@tabler/icons-react";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { Nothing } from "../parts/nothing.tsx";
import { Page } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { SHELL } from "../words/shell.ts";

/** In place of a page that could not be shown. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    router.invalidate();
  };
  return (
    <Page title={SHELL.failed}>
      <Problem error={error} onRetry={again} />
    </Page>
  );
}

/** In place of a page that there is not. */
export function MissingPage() {
  return (
    <Page title={SHELL.missing}>
      <Nothing
        icon={<IconMapOff size={28} />}
        title={SHELL.missing}
        text={SHELL.missingHint}
        action={<Anchor href="/app">{SHELL.toOverview}</Anchor>}
      />
    </Page>
  );
}
