import { Anchor, Button, Code, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SESSION_KEY, type Session, sendAnywhere } from "../../../api/session.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { fieldErrors } from "../../../parts/forms/field-errors.ts";
import { Problem } from "../../../parts/page/problem.tsx";
import { CopyText } from "../../../parts/values/identifier.tsx";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { Section } from "../section.tsx";

const PATH = "/api/v2/public/operator-session/totp";

/** The data for setting up an app. */
interface Setup {
  readonly secret: string;
  readonly uri: string;
}

/** Turns the codes of an authenticator app on and off; both require a code. */
export function TotpSection({ operator }: Pick<Session, "operator">) {
  const [setup, setSetup] = useState<Setup>();
  const isOn = operator.has_totp;
  return (
    <Section title={SETTINGS.totp} text={isOn ? SETTINGS.totpOn : SETTINGS.totpOff}>
      {!isOn && !setup && <StartForm hasPassword={operator.has_password} onStart={setSetup} />}
      {!isOn && setup && (
        <Stack gap="xs">
          <Text size="sm">{SETTINGS.totpSecret}</Text>
          <Group gap="xs">
            <Code>{setup.secret}</Code>
            <CopyText text={setup.secret} />
            <Anchor href={setup.uri} size="sm">
              {SETTINGS.totpOpen}
            </Anchor>
          </Group>
        </Stack>
      )}
      {(isOn || setup) && <CodeForm isOn={isOn} onDone={() => setSetup(undefined)} />}
    </Section>
  );
}

interface StartFormProps {
  readonly hasPassword: boolean;
  readonly onStart: (setup: Setup) => void;
}

/** Asks for the password, so that nobody sets up an app in an unattended browser. */
function StartForm({ hasPassword, onStart }: StartFormProps) {
  const [password, setPassword] = useState("");
  const start = useMutation({
    mutationFn: () => sendAnywhere("post", PATH, { body: hasPassword ? { current_password: password } : {} }),
    onSuccess: onStart,
  });
  const { at, rest } = fieldErrors(start.error, { current_password: "password" });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <Stack gap="sm" maw={320}>
        {rest ? <Problem error={rest} /> : null}
        {hasPassword && (
          <PasswordInput
            label={SETTINGS.currentPassword}
            autoComplete="current-password"
            required
            error={at.password}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        )}
        <Group>
          <Button type="submit" variant="default" loading={start.isPending}>
            {SETTINGS.totpStart}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Turns codes on or off with one of them. */
function CodeForm({ isOn, onDone }: { isOn: boolean; onDone: () => void }) {
  const queries = useQueryClient();
  const [code, setCode] = useState("");
  const change = useMutation({
    mutationFn: () => sendAnywhere(isOn ? "delete" : "put", PATH, { body: { code } }),
    onSuccess: () => {
      setCode("");
      onDone();
      tell(isOn ? SETTINGS.totpEnded : SETTINGS.totpConfirmed);
      return queries.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });
  const { at, rest } = fieldErrors(change.error, { code: "code" });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      {rest ? <Problem error={rest} /> : null}
      <Group align="flex-end" gap="sm">
        <TextInput
          label={SETTINGS.totpCode}
          description={SETTINGS.totpCodeHelp}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={at.code}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" variant="default" color={isOn ? "red" : undefined} loading={change.isPending}>
          {isOn ? SETTINGS.totpEnd : SETTINGS.totpConfirm}
        </Button>
      </Group>
    </form>
  );
}
