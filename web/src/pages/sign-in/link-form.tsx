import type { Reply } from "@junctor/sdk";
import { Button, PasswordInput, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type Session, sendAnywhere } from "../../api/session.ts";
import { FormProblem } from "../../parts/forms/form-problem.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { given } from "../../parts/page/use-filters.ts";
import { SIGN_IN } from "../../words/sign-in.ts";

const LINK = "/api/v2/public/operator-session/link";

interface LinkFormProps {
  readonly token: string;
  readonly onEnter: (session: Session) => void;
}

/** Whom a link signs in, and what they may set; or that it is no longer valid. */
export function LinkForm({ token, onEnter }: LinkFormProps) {
  const link = useQuery({
    queryKey: ["sign-in link", token],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => sendAnywhere("post", `${LINK}/check`, { body: { token }, signal }),
  });
  if (link.error)
    return (
      <Stack gap="md">
        <Problem error={link.error} />
        <Button component="a" href="/app/sign-in" variant="default" fullWidth>
          {SIGN_IN.withPassword}
        </Button>
      </Stack>
    );
  if (link.data === undefined) return <Skeleton height={160} />;
  return <LinkFields token={token} operator={link.data.operator} onEnter={onEnter} />;
}

interface LinkFieldsProps extends LinkFormProps {
  readonly operator: Reply<"post", `${typeof LINK}/check`>["operator"];
}

/** Uses the link: only with the button, so that previews of it change nothing. */
function LinkFields({ token, operator, onEnter }: LinkFieldsProps) {
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "", name: operator?.name ?? "", password: "", code: "" },
  });
  const enter = useMutation({
    mutationFn: (values: typeof form.values) =>
      sendAnywhere("post", LINK, { body: { token, ...given(values) } }),
    onSuccess: onEnter,
  });
  return (
    <form onSubmit={form.onSubmit((values) => enter.mutate(values))}>
      <Stack gap="md">
        <FormProblem form={form} error={enter.error} />
        <Text size="sm" className="muted">
          {SIGN_IN.linkText}
        </Text>
        {operator && (
          <Text size="sm">
            {SIGN_IN.signsIn} <strong>{operator.email}</strong>
          </Text>
        )}
        <TextInput
          label={SIGN_IN.name}
          autoComplete="name"
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        {operator ? (
          // For password managers, which store the new password under it.
          <input type="email" autoComplete="username" value={operator.email} readOnly hidden />
        ) : (
          <TextInput
            label={SIGN_IN.email}
            type="email"
            required
            autoComplete="username"
            key={form.key("email")}
            {...form.getInputProps("email")}
          />
        )}
        <PasswordInput
          label={SIGN_IN.newPassword}
          description={operator?.has_password ? SIGN_IN.keepPassword : SIGN_IN.newPasswordHelp}
          autoComplete="new-password"
          minLength={12}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        {operator?.has_totp && (
          <TextInput
            label={SIGN_IN.codeOfApp}
            description={SIGN_IN.codeHelp}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            key={form.key("code")}
            {...form.getInputProps("code")}
          />
        )}
        <Button type="submit" loading={enter.isPending} fullWidth>
          {SIGN_IN.start}
        </Button>
      </Stack>
    </form>
  );
}
