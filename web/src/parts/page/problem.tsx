import { JunctorError } from "@junctor/sdk";
import { Alert, Anchor, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { PAGES } from "../../words/parts/pages.ts";
import { PARTS } from "../../words/parts/parts.ts";
import { SHELL } from "../../words/shell.ts";
import { sameAddressInOther } from "./same-page.ts";

/** An error, in the server's words, and what to do. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  // A retry does not help if the role does not allow it.
  const canHelp = !isMissing(error) && !(error instanceof JunctorError && error.status === 403);
  const requestId = error instanceof JunctorError ? error.requestId : undefined;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={titleOf(error)}
      role="alert"
    >
      <Text size="sm">{getSentence(error)}</Text>
      <Group mt="sm" gap="md">
        {onRetry && canHelp && (
          <Button variant="default" onClick={onRetry}>
            {PARTS.tryAgain}
          </Button>
        )}
        {isMissing(error) && <LookInOther />}
        {requestId && <span className="mono muted">{PARTS.requestId({ id: requestId })}</span>}
      </Group>
    </Alert>
  );
}

/** Ids belong to one environment: a reader who was sent one may be in the wrong one. */
function LookInOther() {
  // Problems are also shown outside of the router.
  const other = sameAddressInOther(location.pathname);
  if (!other) return null;
  return (
    <Anchor href={other.href} size="sm" c="inherit" underline="always">
      {PAGES.lookIn(SHELL[other.environment].toLowerCase())}
    </Anchor>
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof JunctorError && error.status === 404;
}

/** The message of an error, as a sentence. */
export function getSentence(error: unknown): string {
  return error instanceof Error ? error.message : PARTS.unknownProblem;
}

function titleOf(error: unknown): string {
  if (!(error instanceof JunctorError)) return PARTS.problem;
  if (error.status === 0) return PARTS.unreachable;
  if (error.status === 403) return PARTS.notAllowed;
  return isMissing(error) ? PARTS.notFound : PARTS.problem;
}
