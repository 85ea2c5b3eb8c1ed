import { Checkbox, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useChange } from "../../../../api/use-api.ts";
import { tell } from "../../../../parts/forms/confirm.tsx";
import { DialogButtons } from "../../../../parts/forms/dialog-buttons.tsx";
import { fieldErrors } from "../../../../parts/forms/field-errors.ts";
import { Problem } from "../../../../parts/page/problem.tsx";
import { useReturnFocus } from "../../../../parts/page/use-return-focus.ts";
import { showOnce } from "../../../../parts/values/shown-once.tsx";
import { WEBHOOK_TRIGGER } from "../../../../words/workflows/webhook-trigger.ts";

const SECRET = "/api/v2/public/workflow/{id}/webhook-secret";

interface SetWebhookSecretProps {
  readonly workflowId: string;
  readonly isPublicKey: boolean;
  readonly isReplaced: boolean;
  readonly onClose: () => void;
}

/** Sets the secret of a workflow's webhooks: one that the sender has given, or a generated one, which is shown once. */
export function SetWebhookSecret({ workflowId, isPublicKey, isReplaced, onClose }: SetWebhookSecretProps) {
  useReturnFocus();
  const set = useChange("put", SECRET, [SECRET]);
  const form = useForm({
    // Only the sender can make a key pair.
    initialValues: { source: isPublicKey ? "enter" : "generate", secret: "", endOthers: false },
    validate: {
      secret: (text, { source }) =>
        source === "enter" && text.trim() === "" ? WEBHOOK_TRIGGER.secretNeeded : null,
    },
  });
  const { source } = form.values;
  const submit = form.onSubmit(({ secret, endOthers }) =>
    set.mutate(
      {
        path: { id: workflowId },
        body: { ...(source === "enter" && { secret: secret.trim() }), end_others: endOthers },
      },
      {
        onSuccess: (made) => {
          onClose();
          if (source === "enter") tell(WEBHOOK_TRIGGER.isSet);
          else
            showOnce({
              title: WEBHOOK_TRIGGER.onceTitle,
              text: WEBHOOK_TRIGGER.onceText,
              secret: made.secret,
              copy: WEBHOOK_TRIGGER.copySecret,
            });
        },
      },
    ),
  );
  const { at, rest } = fieldErrors(set.error, { secret: "secret" });
  return (
    <Modal opened onClose={onClose} title={WEBHOOK_TRIGGER.setTitle}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {rest ? <Problem error={rest} /> : null}
          {!isPublicKey && (
            <Radio.Group label={WEBHOOK_TRIGGER.source} {...form.getInputProps("source")}>
              <Stack gap="xs" mt="xs">
                <Radio
                  value="generate"
                  label={WEBHOOK_TRIGGER.generate}
                  description={WEBHOOK_TRIGGER.generateHelp}
                />
                <Radio value="enter" label={WEBHOOK_TRIGGER.enter} />
              </Stack>
            </Radio.Group>
          )}
          {source === "enter" && (
            <TextInput
              label={isPublicKey ? WEBHOOK_TRIGGER.publicKey : WEBHOOK_TRIGGER.secret}
              description={isPublicKey ? WEBHOOK_TRIGGER.publicKeyHelp : undefined}
              autoComplete="off"
              spellCheck={false}
              maxLength={255}
              data-autofocus
              classNames={{ input: "mono" }}
              {...form.getInputProps("secret")}
              error={form.errors.secret ?? at.secret}
            />
          )}
          {isReplaced && (
            <Checkbox
              label={WEBHOOK_TRIGGER.endOthers}
              description={WEBHOOK_TRIGGER.endOthersHelp}
              {...form.getInputProps("endOthers", { type: "checkbox" })}
            />
          )}
          <DialogButtons onCancel={onClose} type="submit" loading={set.isPending}>
            {WEBHOOK_TRIGGER.setSecret}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
