import { JunctorError } from "@junctor/sdk";
import { Anchor, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type Session, sendAnywhere } from "../../api/session.ts";
import { FormProblem } from "../../parts/forms/form-problem.tsx";
import { SIGN_IN } from "../../words/sign-in.ts";

interface PasswordFormProps {
  readonly onEnter: (session: Session) => void;
  /** Undefined: no links are mailed. */
  readonly onForgotten: (() => void) | undefined;
}

/** Email and password; the code only if the server asks for it. */
export function PasswordForm({ onEnter, onForgotten }: PasswordFormProps) {
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "", password: "", code: "" } });
  const signIn = useMutation({
    mutationFn: ({ code, ...given }: typeof form.values) =>
      sendAnywhere("post", "/api/v2/public/operator-session", {
        body: code === "" ? given : { ...given, code },
      }),
    onSuccess: onEnter,
  });
  const asksCode = signIn.error instanceof JunctorError && signIn.error.code === "CODE_REQUIRED";
  const hasCode = asksCode || form.getValues().code !== "";
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
      <Stack gap="md">
        {!asksCode && <FormProblem form={form} error={signIn.error} />}
        <TextInput
          label={SIGN_IN.email}
          type="email"
          required
          autoComplete="username"
          autoFocus
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label={SIGN_IN.password}
          required
          autoComplete="current-password"
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        {hasCode && (
          <TextInput
            label={SIGN_IN.code}
            description={SIGN_IN.codeHelp}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            autoFocus
            key={form.key("code")}
            {...form.getInputProps("code")}
          />
        )}
        <Button type="submit" loading={signIn.isPending} fullWidth>
          {SIGN_IN.signIn}
        </Button>
        {onForgotten && (
          <Anchor component="button" type="button" size="sm" ta="center" onClick={onForgotten}>
            {SIGN_IN.forgot}
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
