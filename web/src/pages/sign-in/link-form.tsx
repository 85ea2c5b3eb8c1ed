import { Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type Session, sendAnywhere } from "../../api/session.ts";
import { Problem } from "../../parts/problem.tsx";
import { given } from "../../parts/use-filters.ts";
import { SIGN_IN } from "../../words/sign-in.ts";

/** Uses up a link: nothing is sent before the button, so that previews of it change nothing. */
export function LinkForm({ token, onEnter }: { token: string; onEnter: (session: Session) => void }) {
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "", name: "", password: "" } });
  const enter = useMutation({
    mutationFn: (values: typeof form.values) =>
      sendAnywhere("post", "/api/v2/public/operator-session/link", { body: { token, ...given(values) } }),
    onSuccess: onEnter,
  });
  return (
    <form onSubmit={form.onSubmit((values) => enter.mutate(values))}>
      <Stack gap="md">
        {enter.error && <Problem error={enter.error} />}
        <Text size="sm" className="muted">
          {SIGN_IN.linkText}
        </Text>
        <TextInput
          label={SIGN_IN.name}
          autoComplete="name"
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <TextInput
          label={SIGN_IN.email}
          type="email"
          autoComplete="username"
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label={SIGN_IN.newPassword}
          description={SIGN_IN.newPasswordHelp}
          autoComplete="new-password"
          minLength={12}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={enter.isPending} fullWidth>
          {SIGN_IN.start}
        </Button>
      </Stack>
    </form>
  );
}
