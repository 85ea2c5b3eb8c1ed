import { Anchor, Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SESSION_KEY, sendAnywhere } from "../../api/session.ts";
import { tell } from "../../parts/confirm.tsx";
import { fieldErrors } from "../../parts/field-errors.ts";
import { CopyText } from "../../parts/identifier.tsx";
import { Problem } from "../../parts/problem.tsx";
import { SETTINGS } from "../../words/settings.ts";
import { Section } from "./section.tsx";

const PATH = "/api/v2/public/operator-session/totp";

/** Switches the codes of an authenticator app on and off; both ask for a code. */
export function TotpSection({ isOn }: { isOn: boolean }) {
  const queries = useQueryClient();
  const [code, setCode] = useState("");
  const start = useMutation({ mutationFn: () => sendAnywhere("post", PATH, {}) });
  const settle = (said: string) => () => {
    setCode("");
    start.reset();
    tell(said);
    return queries.invalidateQueries({ queryKey: SESSION_KEY });
  };
  const switchOn = useMutation({
    mutationFn: () => sendAnywhere("put", PATH, { body: { code } }),
    onSuccess: settle(SETTINGS.totpConfirmed),
  });
  const switchOff = useMutation({
    mutationFn: () => sendAnywhere("delete", PATH, { body: { code } }),
    onSuccess: settle(SETTINGS.totpEnded),
  });
  const change = isOn ? switchOff : switchOn;
  const { at, rest } = fieldErrors(start.error ?? change.error, { code: "code" });
  return (
    <Section title={SETTINGS.totp} text={isOn ? SETTINGS.totpOn : SETTINGS.totpOff}>
      {rest ? <Problem error={rest} /> : null}
      {!isOn && !start.data && (
        <Group>
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            {SETTINGS.totpStart}
          </Button>
        </Group>
      )}
      {!isOn && start.data && (
        <Stack gap="xs">
          <Text size="sm">{SETTINGS.totpSecret}</Text>
          <Group gap="xs">
            <Code>{start.data.secret}</Code>
            <CopyText text={start.data.secret} />
            <Anchor href={start.data.uri} size="sm">
              {SETTINGS.totpOpen}
            </Anchor>
          </Group>
        </Stack>
      )}
      {(isOn || start.data) && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate();
          }}
        >
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
            <Button
              type="submit"
              variant="default"
              color={isOn ? "red" : undefined}
              loading={change.isPending}
            >
              {isOn ? SETTINGS.totpEnd : SETTINGS.totpConfirm}
            </Button>
          </Group>
        </form>
      )}
    </Section>
  );
}
