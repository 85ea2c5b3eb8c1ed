import { Button, Code, CopyButton, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../api/use-api.ts";
import { DialogButtons } from "../../parts/forms/dialog-buttons.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { useReturnFocus } from "../../parts/page/use-return-focus.ts";
import { PARTS } from "../../words/parts/parts.ts";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { RENEWED } from "./webhook.ts";

interface RotateSecretProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Replaces the signing secret, asks when the previous one ends, and shows the new one. */
export function RotateSecret({ id, onClose }: RotateSecretProps) {
  useReturnFocus();
  const [old, setOld] = useState<"overlap" | "end">("overlap");
  const rotate = useChange("post", "/api/v2/public/webhook/{id}/secret/rotate", RENEWED);
  return (
    <Modal
      opened
      onClose={onClose}
      title={rotate.data ? WEBHOOKS.rotated : WEBHOOKS.rotateTitle}
      closeOnClickOutside={!rotate.data}
    >
      {rotate.data ? (
        <NewSecret secret={rotate.data.secret} isAlone={old === "end"} onDone={onClose} />
      ) : (
        <Stack gap="md">
          {rotate.error && <Problem error={rotate.error} />}
          <Radio.Group
            label={WEBHOOKS.rotateOld}
            value={old}
            onChange={(chosen) => setOld(chosen === "end" ? "end" : "overlap")}
          >
            <Stack gap="sm" mt="sm">
              <Radio
                value="overlap"
                label={WEBHOOKS.rotateOverlap}
                description={WEBHOOKS.rotateOverlapHelp}
              />
              <Radio value="end" label={WEBHOOKS.rotateEnd} description={WEBHOOKS.rotateEndHelp} />
            </Stack>
          </Radio.Group>
          <DialogButtons
            onCancel={onClose}
            color={old === "end" ? "red" : undefined}
            loading={rotate.isPending}
            onClick={() => rotate.mutate({ path: { id }, body: { end_others: old === "end" } })}
          >
            {WEBHOOKS.rotateAction}
          </DialogButtons>
        </Stack>
      )}
    </Modal>
  );
}

interface NewSecretProps {
  readonly secret: string;
  /** Whether previous ones end at once. */
  readonly isAlone: boolean;
  readonly onDone: () => void;
}

function NewSecret({ secret, isAlone, onDone }: NewSecretProps) {
  return (
    <Stack gap="md">
      <Text size="sm">{isAlone ? WEBHOOKS.rotatedEnd : WEBHOOKS.rotatedOverlap}</Text>
      <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {secret}
      </Code>
      <Group justify="flex-end" gap="sm">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? PARTS.copied : PARTS.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{WEBHOOKS.done}</Button>
      </Group>
    </Stack>
  );
}
