import { Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SESSION_KEY, type Session, sendAnywhere } from "../../../api/session.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { Section } from "../section.tsx";

/** Sets the signed-in operator's password, given the current one if there is one. */
export function PasswordSection({ operator }: { operator: Session["operator"] }) {
  const queries = useQueryClient();
  const form = useForm({ initialValues: { current_password: "", code: "", password: "" } });
  const asksForCode = operator.has_totp && !operator.has_password;
  const set = useMutation({
    mutationFn: ({ current_password, code, password }: typeof form.values) =>
      sendAnywhere("put", "/api/v2/public/operator-session/password", {
        body: operator.has_password ? { current_password, password } : { password, code: code || undefined },
      }),
    onSuccess: () => {
      form.reset();
      tell(SETTINGS.passwordSet);
      queries.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });
  return (
    <Section title={SETTINGS.password} text={operator.has_password ? undefined : SETTINGS.noPassword}>
      <form onSubmit={form.onSubmit((values) => set.mutate(values))}>
        <Stack gap="sm" maw={320}>
          <input type="hidden" autoComplete="username" value={operator.email} readOnly />
          <FormProblem form={form} error={set.error} />
          {operator.has_password && (
            <PasswordInput
              label={SETTINGS.currentPassword}
              autoComplete="current-password"
              required
              {...form.getInputProps("current_password")}
            />
          )}
          {asksForCode && (
            <TextInput
              label={SETTINGS.passwordCode}
              description={SETTINGS.passwordCodeHelp}
              inputMode="numeric"
              autoComplete="one-time-code"
              {...form.getInputProps("code")}
            />
          )}
          <PasswordInput
            label={SETTINGS.newPassword}
            description={SETTINGS.newPasswordHelp}
            autoComplete="new-password"
            minLength={12}
            required
            {...form.getInputProps("password")}
          />
          <Group>
            <Button type="submit" variant="default" loading={set.isPending}>
              {SETTINGS.setPassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
