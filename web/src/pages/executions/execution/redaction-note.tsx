import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useChange } from "../../../api/use-api.ts";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import { JsonTree } from "../../../parts/json-tree/json-tree.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { useReturnFocus } from "../../../parts/page/use-return-focus.ts";
import { getDay } from "../../../parts/time/time-words.ts";
import { REVEAL } from "../../../words/redaction.ts";
import type { Execution } from "./use-execution.ts";

interface RedactionNoteProps {
  readonly execution: Execution;
  readonly redaction: NonNullable<Execution["redaction"]>;
  /** Undefined for the input of the execution. */
  readonly path: string | undefined;
}

const SHORTEST_REASON = 3;

/** Says that data are missing or redacted, and lets those who may reveal originals. */
export function RedactionNote({ execution, redaction, path }: RedactionNoteProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { state, reveal_role: role, originals_until: until } = redaction;
  if (state === "removed") return <Note text={REVEAL.removed} />;
  if (state === undefined) return null;
  if (state !== "sealed" || until === undefined) return <Note text={REVEAL.redacted} />;
  return (
    <Group gap="sm" mt="sm" justify="space-between">
      <Note text={REVEAL.sealed(getDay(new Date(until)))} />
      <RoleButton least={role ?? "owner"} size="xs" onClick={() => setIsOpen(true)}>
        {REVEAL.open}
      </RoleButton>
      {isOpen && <RevealDialog id={execution._id} path={path} onClose={() => setIsOpen(false)} />}
    </Group>
  );
}

function Note({ text }: { text: string }) {
  return (
    <Text size="sm" className="muted" mt={4}>
      {text}
    </Text>
  );
}

interface RevealDialogProps {
  readonly id: string;
  readonly path: string | undefined;
  readonly onClose: () => void;
}

function RevealDialog({ id, path, onClose }: RevealDialogProps) {
  useReturnFocus();
  const [reason, setReason] = useState("");
  const reveal = useChange("post", "/api/v2/public/execution/{id}/reveal", []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reveal.mutate({ path: { id }, body: { reason: reason.trim(), ...(path !== undefined && { path }) } });
  };
  return (
    <Modal opened onClose={onClose} title={reveal.data ? REVEAL.revealed : REVEAL.title} size="lg">
      {reveal.data ? (
        <Stack gap="md">
          <JsonTree label={REVEAL.input} value={reveal.data.input_data} />
          {path !== undefined && <JsonTree label={REVEAL.output} value={reveal.data.output} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {REVEAL.close}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md">
            {reveal.error && <Problem error={reveal.error} />}
            <Textarea
              label={REVEAL.reason}
              description={REVEAL.reasonHelp}
              required
              data-autofocus
              maxLength={500}
              autosize
              minRows={2}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <DialogButtons
              type="submit"
              onCancel={onClose}
              loading={reveal.isPending}
              disabled={reason.trim().length < SHORTEST_REASON}
            >
              {REVEAL.action}
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
