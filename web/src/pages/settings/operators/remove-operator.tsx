import { Checkbox, List, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type Item, useChangeIn } from "../../../api/use-api.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { SHELL } from "../../../words/shell.ts";

const PATH = "/api/v2/public/operators";

interface RemoveOperatorProps {
  readonly operator: Item<typeof PATH>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/**
 * Asks before an operator is removed, and whether to revoke the API keys that this person created and may still have.
 */
export function RemoveOperator({ operator, opened, onClose }: RemoveOperatorProps) {
  const [deletesKeys, setDeletesKeys] = useState(false);
  const remove = useChangeIn("production", "delete", `${PATH}/{id}`, [PATH, "/api/v2/public/api-keys"]);
  const { id, name, email, keys } = operator;
  const submit = () =>
    remove.mutate(
      { path: { id }, query: { delete_keys: deletesKeys } },
      {
        onSuccess: () => {
          onClose();
          tell(SETTINGS.removed(name ?? email));
        },
      },
    );
  return (
    <Modal opened={opened} onClose={onClose} title={SETTINGS.removeTitle(name ?? email)}>
      <Stack gap="md">
        <Text size="sm">{SETTINGS.removeText}</Text>
        {keys.length > 0 && (
          <Stack gap="xs">
            <Text size="sm">{SETTINGS.removeKeys(keys.length)}</Text>
            <List size="sm" aria-label={SETTINGS.apiKeys}>
              {keys.map((key) => (
                <List.Item key={key.id}>
                  {SETTINGS.keyOf(
                    key.name ?? SETTINGS.unnamedKey(key.last_four),
                    SHELL[key.environment].toLowerCase(),
                  )}
                </List.Item>
              ))}
            </List>
            <Checkbox
              label={SETTINGS.deleteKeys(keys.length)}
              description={SETTINGS.deleteKeysHelp}
              checked={deletesKeys}
              onChange={({ currentTarget }) => setDeletesKeys(currentTarget.checked)}
            />
          </Stack>
        )}
        {remove.error && <Problem error={remove.error} />}
        <DialogButtons onCancel={onClose} color="red" loading={remove.isPending} onClick={submit}>
          {deletesKeys ? SETTINGS.removeWithKeys(keys.length) : SETTINGS.remove}
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
