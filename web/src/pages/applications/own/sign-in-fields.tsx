import type { Body } from "@junctor/sdk";
import { Select, TagsInput, TextInput } from "@mantine/core";
import { SIGN_IN } from "../../../words/application-setup.ts";
import { SETUP } from "../../../words/applications.ts";

/** How customers sign in to an application of one's own. */
export type SignIn = NonNullable<Body<"put", "/api/v2/public/application/{slug}/setup">["sign_in"]>;
type SignInKind = SignIn["kind"];

const NAMES = ["name", "prefix", "label", "help", "authorize_url", "token_url", "scopes"] as const;

/** The names that the API gives the fields, for `fieldErrors`. */
export const SIGN_IN_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  ["sign_in", ...NAMES.map((name) => `sign_in.${name}`)].map((name) => [name, name]),
);

/** Whether customers enter one key. */
export function takesKey(kind: string | undefined): boolean {
  return kind === "header" || kind === "query" || kind === "bearer";
}

interface SignInFieldsProps {
  /** Undefined until somebody chooses. */
  readonly value: SignIn | undefined;
  readonly onChange: (value: SignIn) => void;
  readonly errors: Readonly<Record<string, string>>;
  readonly readOnly?: boolean;
  /** What it is now, where these fields cannot show it. */
  readonly placeholder?: string;
}

/** Asks how customers sign in: the kind, where the key goes, and what customers read at its field. */
export function SignInFields({ value, onChange, errors, readOnly, placeholder }: SignInFieldsProps) {
  const kind = value?.kind;
  const change = (changes: Partial<SignIn>) => value && onChange({ ...value, ...changes });
  return (
    <>
      <Select
        label={SIGN_IN.kind}
        data={Object.entries(SIGN_IN.kinds).map(([name, label]) => ({ value: name, label }))}
        value={kind ?? null}
        placeholder={placeholder ?? SIGN_IN.choose}
        error={errors.sign_in}
        readOnly={readOnly}
        allowDeselect={false}
        maw={480}
        // The texts of the key's field also fit another place.
        onChange={(chosen) =>
          chosen && onChange({ label: value?.label, help: value?.help, kind: chosen as SignInKind })
        }
      />
      {(kind === "header" || kind === "query") && (
        <TextInput
          label={kind === "header" ? SIGN_IN.header : SIGN_IN.parameter}
          placeholder={kind === "header" ? "X-Api-Key" : "api_key"}
          maxLength={100}
          maw={480}
          readOnly={readOnly}
          value={value?.name ?? ""}
          error={errors["sign_in.name"]}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
      )}
      {kind === "header" && (
        <TextInput
          label={SIGN_IN.prefix}
          description={SIGN_IN.prefixHelp}
          placeholder="Token"
          maxLength={100}
          maw={480}
          readOnly={readOnly}
          value={value?.prefix ?? ""}
          error={errors["sign_in.prefix"]}
          onChange={({ currentTarget }) => change({ prefix: currentTarget.value })}
        />
      )}
      {takesKey(kind) && (
        <>
          <TextInput
            label={SIGN_IN.label}
            description={SIGN_IN.labelHelp}
            maxLength={200}
            maw={480}
            readOnly={readOnly}
            value={value?.label ?? ""}
            error={errors["sign_in.label"]}
            onChange={({ currentTarget }) => change({ label: currentTarget.value })}
          />
          <TextInput
            label={SIGN_IN.help}
            description={SIGN_IN.helpHelp}
            maxLength={1000}
            readOnly={readOnly}
            value={value?.help ?? ""}
            error={errors["sign_in.help"]}
            onChange={({ currentTarget }) => change({ help: currentTarget.value })}
          />
        </>
      )}
      {kind === "oauth2" && (
        <OAuthFields value={value} onChange={change} errors={errors} readOnly={readOnly} />
      )}
    </>
  );
}

interface OAuthFieldsProps extends Omit<SignInFieldsProps, "onChange"> {
  readonly onChange: (changes: Partial<SignIn>) => void;
}

/** The provider's addresses, and what customers are asked to allow. */
function OAuthFields({ value, onChange, errors, readOnly }: OAuthFieldsProps) {
  return (
    <>
      <TextInput
        label={SIGN_IN.authorizeUrl}
        type="url"
        placeholder="https://auth.example.com/authorize"
        readOnly={readOnly}
        value={value?.authorize_url ?? ""}
        error={errors["sign_in.authorize_url"]}
        onChange={({ currentTarget }) => onChange({ authorize_url: currentTarget.value })}
      />
      <TextInput
        label={SIGN_IN.tokenUrl}
        type="url"
        placeholder="https://auth.example.com/token"
        readOnly={readOnly}
        value={value?.token_url ?? ""}
        error={errors["sign_in.token_url"]}
        onChange={({ currentTarget }) => onChange({ token_url: currentTarget.value })}
      />
      <TagsInput
        label={SIGN_IN.scopes}
        description={SIGN_IN.scopesHelp}
        placeholder={readOnly ? undefined : SETUP.scopesPlaceholder}
        splitChars={[",", " "]}
        maxTags={200}
        readOnly={readOnly}
        classNames={{ pill: "mono" }}
        value={value?.scopes ?? []}
        error={errors["sign_in.scopes"]}
        onChange={(scopes) => onChange({ scopes })}
      />
    </>
  );
}
