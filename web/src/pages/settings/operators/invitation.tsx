import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { modals } from "@mantine/modals";
import type { Role } from "../../../api/session.ts";
import { useChangeIn } from "../../../api/use-api.ts";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { showOnce } from "../../../parts/values/shown-once.tsx";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { SHELL } from "../../../words/shell.ts";
import { RoleChoice } from "../role-choice.tsx";

const PATH = "/api/v2/public/operators";

/** Asks for the email and roles of a new operator, and shows their link. */
export function openInvitation(): void {
  const id = modals.open({
    title: SETTINGS.inviteTitle,
    children: <InvitationForm onDone={() => modals.close(id)} />,
  });
}

function InvitationForm({ onDone }: { onDone: () => void }) {
  const form = useForm({
    initialValues: { email: "", test: "developer" as Role | null, production: "viewer" as Role | null },
  });
  const invite = useChangeIn("production", "post", PATH, [PATH]);
  const submit = ({ email, ...roles }: typeof form.values) =>
    invite.mutate(
      { body: { email, roles } },
      {
        onSuccess: ({ link, is_mailed }) => {
          onDone();
          showOnce({
            title: SETTINGS.newLinkFor(email),
            text: is_mailed ? SETTINGS.linkMailed(email) : SETTINGS.linkOnce,
            secret: link,
            copy: SETTINGS.copyLink,
          });
        },
      },
    );
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        <Text size="sm" className="muted">
          {SETTINGS.inviteHelp}
        </Text>
        <FormProblem
          form={form}
          error={invite.error}
          names={{ "roles.test": "test", "roles.production": "production" }}
        />
        <TextInput
          label={SETTINGS.email}
          type="email"
          required
          data-autofocus
          {...form.getInputProps("email")}
        />
        {(["test", "production"] as const).map((where) => (
          <RoleChoice
            key={where}
            label={SETTINGS.roleIn(SHELL[where].toLowerCase())}
            value={form.values[where]}
            error={form.errors[where]}
            mayBeNone
            onChange={(role) => form.setFieldValue(where, role)}
          />
        ))}
        <DialogButtons onCancel={onDone} type="submit" loading={invite.isPending}>
          {SETTINGS.makeLink}
        </DialogButtons>
      </Stack>
    </form>
  );
}
