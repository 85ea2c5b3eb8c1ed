import { Button, Group, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useChange } from "../../../../api/use-api.ts";
import { useMay } from "../../../../api/use-role.ts";
import { tell } from "../../../../parts/forms/confirm.tsx";
import { fieldErrors } from "../../../../parts/forms/field-errors.ts";
import { Problem } from "../../../../parts/page/problem.tsx";
import { TRIGGERS } from "../../../../words/workflows/editor.ts";

const SUBSCRIPTIONS = "/api/v2/public/trigger-subscriptions";

interface ProviderSecretProps {
  /** Of the subscription. */
  readonly id: string;
  readonly account: string | undefined;
  readonly isSet: boolean;
}

/** Takes the secret with which the provider signs what it sends to one address. */
export function ProviderSecret({ id, account, isSet }: ProviderSecretProps) {
  const [secret, setSecret] = useState("");
  const put = useChange("put", `${SUBSCRIPTIONS}/{id}/secret`, [SUBSCRIPTIONS]);
  const { at, rest } = fieldErrors(put.error, { secret: "secret" });
  if (!useMay("developer")) return null;
  const save = () => {
    const done = () => {
      setSecret("");
      tell(TRIGGERS.enteredSecretSaved);
    };
    put.mutate({ path: { id }, body: { secret: secret.trim() }, account }, { onSuccess: done });
  };
  return (
    <>
      {rest ? <Problem error={rest} /> : null}
      <Group align="end" gap="xs" wrap="nowrap">
        <PasswordInput
          flex={1}
          label={TRIGGERS.enteredSecret}
          description={isSet ? TRIGGERS.enteredSecretSet : TRIGGERS.enteredSecretMissing}
          autoComplete="off"
          maxLength={1000}
          value={secret}
          error={at.secret}
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        />
        <Button variant="default" onClick={save} disabled={secret.trim() === ""} loading={put.isPending}>
          {TRIGGERS.enteredSecretSave}
        </Button>
      </Group>
    </>
  );
}
