import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { sendAnywhere } from "../../api/session.ts";
import { FormProblem } from "../../parts/forms/form-problem.tsx";
import { SIGN_IN } from "../../words/sign-in.ts";

/** Asks for the address to which a link is mailed; whether it is an operator's is never shown. */
export function ResetForm({ onBack }: { onBack: () => void }) {
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "" } });
  const send = useMutation({
    mutationFn: (body: typeof form.values) =>
      sendAnywhere("post", "/api/v2/public/operator-session/reset", { body }),
  });
  const back = (
    <Button variant="default" fullWidth onClick={onBack}>
      {SIGN_IN.back}
    </Button>
  );
  if (send.isSuccess)
    return (
      <Stack gap="md" role="status">
        <Text size="sm">{SIGN_IN.linkSent(send.variables.email)}</Text>
        <Text size="sm" className="muted">
          {SIGN_IN.linkSentHelp}
        </Text>
        {back}
      </Stack>
    );
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))}>
      <Stack gap="md">
        <FormProblem form={form} error={send.error} />
        <Text size="sm" className="muted">
          {SIGN_IN.resetHelp}
        </Text>
        <TextInput
          label={SIGN_IN.email}
          type="email"
          required
          autoComplete="username"
          autoFocus
          key={form.key("email")}
          {...form.getInputProps("email")}
        />
        <Button type="submit" loading={send.isPending} fullWidth>
          {SIGN_IN.sendLink}
        </Button>
        {back}
      </Stack>
    </form>
  );
}
