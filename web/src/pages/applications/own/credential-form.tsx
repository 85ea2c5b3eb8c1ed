import type { Body } from "@junctor/sdk";
import { Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Problem } from "../../../parts/page/problem.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { OWN } from "../../../words/applications.ts";

type SecurityScheme = NonNullable<Body<"post", "/api/v2/public/application/openapi">["security_scheme"]>;
type CredentialWay = keyof typeof OWN.credentialWays;

const SCHEMES: Record<CredentialWay, (name: string) => SecurityScheme> = {
  header: (name) => ({ type: "apiKey", in: "header", name }),
  query: (name) => ({ type: "apiKey", in: "query", name }),
  bearer: () => ({ type: "http", scheme: "bearer" }),
  basic: () => ({ type: "http", scheme: "basic" }),
  none: () => ({ type: "none" }),
};

interface CredentialFormProps {
  readonly isSaving: boolean;
  readonly error: unknown;
  readonly onSave: (scheme: SecurityScheme) => void;
}

/** Asks how an API takes its credential, where the document does not say. */
export function CredentialForm({ isSaving, error, onSave }: CredentialFormProps) {
  const [way, setWay] = useState<CredentialWay>("header");
  const [name, setName] = useState("");
  const isNamed = way === "header" || way === "query";
  const isGiven = !isNamed || name.trim() !== "";
  const submit = () => {
    if (isGiven && !isSaving) onSave(SCHEMES[way](name.trim()));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md" maw={480}>
        <Text size="sm">{OWN.credentialText}</Text>
        <Select
          label={OWN.credentialWay}
          data={Object.entries(OWN.credentialWays).map(([value, label]) => ({ value, label }))}
          value={way}
          allowDeselect={false}
          onChange={(chosen) => setWay((chosen ?? "header") as CredentialWay)}
        />
        {isNamed && (
          <TextInput
            label={way === "header" ? OWN.credentialHeader : OWN.credentialParameter}
            placeholder={way === "header" ? "X-Api-Key" : "api_key"}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        {error ? <Problem error={error} /> : null}
        <div>
          <RoleButton
            type="submit"
            least="developer"
            variant="filled"
            disabled={!isGiven}
            loading={isSaving}
            onClick={submit}
          >
            {OWN.credentialSave}
          </RoleButton>
        </div>
      </Stack>
    </form>
  );
}
