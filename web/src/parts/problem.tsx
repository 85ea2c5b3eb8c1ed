import { JunctorError } from "@junctor/sdk";
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { PARTS } from "../words/parts.ts";

/** What went wrong, in the server's words, and how to go on. */
export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  // What the role does not allow, it does not allow the next time either.
  const canHelp = !(error instanceof JunctorError && (error.status === 403 || error.status === 404));
  const requestId = error instanceof JunctorError ? error.requestId : undefined;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={titleOf(error)}
      role="alert"
    >
      <Text size="sm">{sentenceOf(error)}</Text>
      <Group mt="sm" gap="md">
        {onRetry && canHelp && (
          <Button variant="default" onClick={onRetry}>
            {PARTS.tryAgain}
          </Button>
        )}
        {requestId && <span className="mono muted">{PARTS.requestId(requestId)}</span>}
      </Group>
    </Alert>
  );
}

/** What an error says, as a sentence. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : PARTS.unknownProblem;
}

function titleOf(error: unknown): string {
  if (!(error instanceof JunctorError)) return PARTS.problem;
  if (error.status === 0) return PARTS.unreachable;
  if (error.status === 403) return PARTS.notAllowed;
  return error.status === 404 ? PARTS.notFound : PARTS.problem;
}
