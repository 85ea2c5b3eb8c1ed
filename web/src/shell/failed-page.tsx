import { Alert, Anchor, Button, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useLostAt } from "../api/connection.ts";
import { sessionQuery } from "../api/session.ts";
import { Page } from "../parts/page/page.tsx";
import { Problem } from "../parts/page/problem.tsx";
import { PARTS } from "../words/parts/parts.ts";
import { SHELL } from "../words/shell.ts";

// Browsers' messages when the script of a page cannot be loaded: the server is unreachable, or was updated.
const NOT_LOADED = /dynamically imported module|importing a module script failed|unable to preload/i;

const AGAIN_MS = 3000;

/** Shown instead of a page that failed to render. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    router.invalidate();
  };
  if (error instanceof Error && NOT_LOADED.test(error.message)) return <NotLoaded />;
  return (
    <Page title={SHELL.failed}>
      <Problem error={error} onRetry={again} />
    </Page>
  );
}

/** Reloads when the server is back: by then it may have other scripts. */
function NotLoaded() {
  const isLost = useLostAt() !== undefined;
  // Script requests bypass the code that detects an outage.
  useQuery({ ...sessionQuery, staleTime: 0, refetchInterval: AGAIN_MS });
  const wasLost = useRef(false);
  useEffect(() => {
    if (wasLost.current && !isLost) location.reload();
    wasLost.current = isLost;
  }, [isLost]);
  return (
    <Page title={SHELL.failed}>
      <Alert
        color="red"
        icon={<IconAlertTriangle size={18} />}
        title={isLost ? PARTS.unreachable : SHELL.notLoaded}
        role="alert"
      >
        <p>{isLost ? SHELL.notLoadedLost : SHELL.notLoadedHint}</p>
        <Button variant="default" onClick={() => location.reload()}>
          {SHELL.reload}
        </Button>
      </Alert>
    </Page>
  );
}

/** Shown instead of an unknown page. */
export function MissingPage() {
  return (
    <Page title={SHELL.missing}>
      <Text className="muted">{SHELL.missingHint}</Text>
      <Anchor href="/app">{SHELL.toOverview}</Anchor>
    </Page>
  );
}
