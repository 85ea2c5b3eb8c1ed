import type { Environment } from "@junctor/sdk";
import { Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { modals } from "@mantine/modals";
import type { Role } from "../../../api/session.ts";
import { useChangeIn } from "../../../api/use-api.ts";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { DAY_MS } from "../../../parts/time/durations.ts";
import { showOnce } from "../../../parts/values/shown-once.tsx";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { SHELL } from "../../../words/shell.ts";
import { RoleChoice } from "../role-choice.tsx";

const PATH = "/api/v2/public/api-keys";

/** Asks what a new key is for, and shows it once. */
export function openNewKey(environment: Environment): void {
  const id = modals.open({
    title: SETTINGS.newKeyTitle(SHELL[environment].toLowerCase()),
    children: <NewKeyForm environment={environment} onDone={() => modals.close(id)} />,
  });
}

interface NewKeyFormProps {
  readonly environment: Environment;
  readonly onDone: () => void;
}

function NewKeyForm({ environment, onDone }: NewKeyFormProps) {
  // Anyone who can create a key has at least this role, and programs seldom need more.
  const form = useForm({ initialValues: { name: "", role: "developer" as Role, expires: "never" } });
  const make = useChangeIn(environment, "post", PATH, [PATH]);
  const submit = ({ expires, ...values }: typeof form.values) => {
    const expiry =
      expires === "never"
        ? {}
        : { expires_at: new Date(Date.now() + Number(expires) * DAY_MS).toISOString() };
    make.mutate(
      { body: { ...values, ...expiry } },
      {
        onSuccess: ({ key }) => {
          onDone();
          showOnce({ title: SETTINGS.keyMade, text: SETTINGS.keyOnce, secret: key, copy: SETTINGS.copyKey });
        },
      },
    );
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        <FormProblem form={form} error={make.error} names={{ expires_at: "expires" }} />
        <TextInput
          label={SETTINGS.keyName}
          description={SETTINGS.keyNameHelp}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <RoleChoice
          label={SETTINGS.keyRole}
          value={form.values.role}
          error={form.errors.role}
          onChange={(chosen) => form.setFieldValue("role", chosen ?? "viewer")}
        />
        <Select
          label={SETTINGS.keyExpires}
          data={Object.entries(SETTINGS.keyExpiresChoices).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps("expires")}
        />
        <DialogButtons onCancel={onDone} type="submit" loading={make.isPending}>
          {SETTINGS.createKey}
        </DialogButtons>
      </Stack>
    </form>
  );
}
