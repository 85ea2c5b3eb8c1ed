import { Anchor, Group } from "@mantine/core";
import { customerPage } from "../../../../api/audience.ts";
import { useOwnEvents } from "../../../../parts/applications/use-building-blocks.ts";
import { TextLink } from "../../../../parts/links/text-link.tsx";
import { given } from "../../../../parts/page/use-filters.ts";
import { TRIGGERS } from "../../../../words/workflows/editor.ts";
import { OPERATOR_EDITOR } from "../../../../words/workflows/operator-editor.ts";

interface EventActionsProps {
  /** The name of an event of the organization's own. */
  readonly event: string;
  /** The customer chosen for tests. */
  readonly account: string | undefined;
  /** Tests the edited document with an input. */
  readonly onTest: (input: unknown) => void;
}

/** Tests what an event starts: the draft with the event's example, or the published version by sending it. */
export function EventActions({ event, account, onTest }: EventActionsProps) {
  const definition = useOwnEvents().find(({ name }) => name === event);
  if (!definition) return null;
  return (
    <Group gap="md">
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-label={TRIGGERS.testEventOf({ event })}
        onClick={() => onTest(definition.raw_response ?? {})}
      >
        {TRIGGERS.testEvent}
      </Anchor>
      {!customerPage() && (
        <TextLink
          size="sm"
          aria-label={OPERATOR_EDITOR.sendEventOf(event)}
          to="/$environment/events/send"
          search={given({ event, linked_account_id: account })}
          target="_blank"
        >
          {OPERATOR_EDITOR.sendEvent}
        </TextLink>
      )}
    </Group>
  );
}
