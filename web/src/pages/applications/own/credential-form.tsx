import type { Body } from "@junctor/sdk";
import { PasswordInput, Select, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { FormButtons } from "../../../parts/forms/form-buttons.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { OWN, SETUP } from "../../../words/applications.ts";

/** How an API takes its credential, as OpenAPI says it. */
export type SecurityScheme = NonNullable<
  Body<"post", "/api/v2/public/application/openapi">["security_scheme"]
>;
type CredentialWay = keyof typeof OWN.credentialWays;

interface CredentialValues {
  readonly name: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The OAuth2 client that belongs to a scheme; undefined without one. */
export type NewClient = { readonly client_id: string; readonly client_secret?: string } | undefined;

const EMPTY: CredentialValues = {
  name: "",
  authorizeUrl: "",
  tokenUrl: "",
  scopes: [],
  clientId: "",
  clientSecret: "",
};

const SCHEMES: Record<CredentialWay, (values: CredentialValues) => SecurityScheme> = {
  header: ({ name }) => ({ type: "apiKey", in: "header", name: name.trim() }),
  query: ({ name }) => ({ type: "apiKey", in: "query", name: name.trim() }),
  bearer: () => ({ type: "http", scheme: "bearer" }),
  basic: () => ({ type: "http", scheme: "basic" }),
  oauth2: ({ authorizeUrl, tokenUrl, scopes }) => ({
    type: "oauth2",
    flows: {
      authorizationCode: {
        authorizationUrl: authorizeUrl.trim(),
        tokenUrl: tokenUrl.trim(),
        scopes: Object.fromEntries(scopes.map((scope) => [scope, ""])),
      },
    },
  }),
  none: () => ({ type: "none" }),
};

/** The texts without which a way cannot be saved. */
const NEEDED: Record<CredentialWay, readonly ("name" | "authorizeUrl" | "tokenUrl")[]> = {
  header: ["name"],
  query: ["name"],
  oauth2: ["authorizeUrl", "tokenUrl"],
  bearer: [],
  basic: [],
  none: [],
};

interface CredentialFormProps {
  readonly isSaving: boolean;
  readonly error: unknown;
  readonly onSave: (scheme: SecurityScheme, client: NewClient) => void;
}

/** Asks how an API takes its credential, where the document does not say. */
export function CredentialForm({ isSaving, error, onSave }: CredentialFormProps) {
  const [way, setWay] = useState<CredentialWay>("header");
  const [values, setValues] = useState(EMPTY);
  const change = (changes: Partial<CredentialValues>) => setValues({ ...values, ...changes });
  const isNamed = way === "header" || way === "query";
  const isGiven = NEEDED[way].every((name) => values[name].trim() !== "");
  const submit = () => {
    if (isGiven && !isSaving) onSave(SCHEMES[way](values), way === "oauth2" ? getClient(values) : undefined);
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
            value={values.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
        )}
        {way === "oauth2" && <OAuthFields values={values} onChange={change} />}
        {error ? <Problem error={error} /> : null}
        <FormButtons
          action={OWN.credentialSave}
          isPending={isSaving}
          isDisabled={!isGiven}
          onSubmit={submit}
        />
      </Stack>
    </form>
  );
}

function getClient({ clientId, clientSecret }: CredentialValues): NewClient {
  if (clientId.trim() === "") return undefined;
  return { client_id: clientId.trim(), ...(clientSecret !== "" && { client_secret: clientSecret }) };
}

interface OAuthFieldsProps {
  readonly values: CredentialValues;
  readonly onChange: (changes: Partial<CredentialValues>) => void;
}

/** The provider's addresses, and the organization's client there. */
function OAuthFields({ values, onChange }: OAuthFieldsProps) {
  return (
    <>
      <TextInput
        label={OWN.authorizeUrl}
        type="url"
        placeholder="https://auth.example.com/authorize"
        value={values.authorizeUrl}
        onChange={({ currentTarget }) => onChange({ authorizeUrl: currentTarget.value })}
      />
      <TextInput
        label={OWN.tokenUrl}
        type="url"
        placeholder="https://auth.example.com/token"
        value={values.tokenUrl}
        onChange={({ currentTarget }) => onChange({ tokenUrl: currentTarget.value })}
      />
      <TagsInput
        label={SETUP.scopes}
        description={OWN.scopesHelp}
        placeholder={SETUP.scopesPlaceholder}
        splitChars={[",", " "]}
        maxTags={200}
        classNames={{ pill: "mono" }}
        value={[...values.scopes]}
        onChange={(scopes) => onChange({ scopes })}
      />
      <TextInput
        label={SETUP.clientId}
        description={OWN.clientHelp}
        maxLength={1000}
        autoComplete="off"
        spellCheck={false}
        value={values.clientId}
        onChange={({ currentTarget }) => onChange({ clientId: currentTarget.value })}
      />
      <PasswordInput
        label={SETUP.clientSecret}
        maxLength={10_000}
        autoComplete="new-password"
        value={values.clientSecret}
        onChange={({ currentTarget }) => onChange({ clientSecret: currentTarget.value })}
      />
    </>
  );
}
