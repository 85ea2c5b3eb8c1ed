import { Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SESSION_KEY, type Session, sendAnywhere } from "../../../api/session.ts";
import { useMay } from "../../../api/use-role.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { Section } from "../section.tsx";

/** Name and email of the signed-in operator; only owners change their email, with their password. */
export function ProfileSection({ operator }: Pick<Session, "operator">) {
  const queries = useQueryClient();
  const isOwner = useMay("owner", "production");
  const own = { name: operator.name ?? "", email: operator.email };
  const form = useForm({ initialValues: { ...own, current_password: "" } });
  const isMoved = form.values.email.trim().toLowerCase() !== operator.email;
  const save = useMutation({
    mutationFn: ({ name, email, current_password }: typeof form.values) =>
      sendAnywhere("put", "/api/v2/public/operator-session", {
        body: {
          ...(name.trim() !== "" && { name: name.trim() }),
          ...(isMoved && { email: email.trim(), current_password }),
        },
      }),
    onSuccess: (session) => {
      const { name, email } = session.operator;
      form.setInitialValues({ name: name ?? "", email, current_password: "" });
      form.reset();
      queries.setQueryData(SESSION_KEY, session);
      tell(SETTINGS.profileSaved);
    },
  });
  const ownHelp = operator.has_password ? SETTINGS.ownEmailHelp : SETTINGS.ownEmail;
  const emailHelp = isOwner ? ownHelp : SETTINGS.ownEmailFixed;
  return (
    <Section title={SETTINGS.profile}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="sm" maw={320}>
          <FormProblem form={form} error={save.error} />
          <TextInput
            label={SETTINGS.name}
            autoComplete="name"
            maxLength={200}
            required={operator.name !== null}
            {...form.getInputProps("name")}
          />
          <TextInput
            label={SETTINGS.email}
            description={emailHelp}
            inputWrapperOrder={["label", "input", "description", "error"]}
            type="email"
            autoComplete="email"
            required
            readOnly={!isOwner}
            {...form.getInputProps("email")}
          />
          {isMoved && operator.has_password && (
            <PasswordInput
              label={SETTINGS.currentPassword}
              autoComplete="current-password"
              required
              {...form.getInputProps("current_password")}
            />
          )}
          <Group>
            <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
              {SETTINGS.saveProfile}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
