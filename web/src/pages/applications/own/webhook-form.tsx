import type { Body, Reply } from "@junctor/sdk";
import { Alert, NumberInput, Select, TextInput, Title } from "@mantine/core";
import { useChange } from "../../../api/use-api.ts";
import { fieldErrors } from "../../../parts/forms/field-errors.ts";
import { StoredForm } from "../../../parts/forms/stored-form.tsx";
import { DOCUMENT_WEBHOOKS } from "../../../words/application-setup.ts";
import { AFTER_CHANGES } from "../application.ts";

const PATH = "/api/v2/public/application/{slug}/setup";

type Security = NonNullable<Body<"put", typeof PATH>["webhooks"]>;
type StoredSecurity = NonNullable<Reply<"get", typeof PATH>["webhooks"]>;

const TEXTS = ["header", "prefix", "timestamp_header", "separator", "username", "challenge"] as const;
type TextName = (typeof TEXTS)[number];
const NAMES = Object.fromEntries(
  ["secret", "tolerance_seconds", ...TEXTS].map((name) => [`webhooks.${name}`, name]),
);

// Providers who follow these make the secret of each address themselves.
const OF_PROVIDERS: readonly Security["kind"][] = ["stripe", "standard-webhooks"];

// The fields of each kind, in the order of the form.
const FIELDS: Readonly<Record<Security["kind"], readonly TextName[]>> = {
  address: [],
  hmac: ["header", "prefix", "timestamp_header"],
  stripe: ["header"],
  "standard-webhooks": [],
  token: ["header", "prefix"],
  basic: ["username"],
};

/** What proves that the webhooks of a document come from the provider. */
export function WebhookForm({ slug, stored }: { slug: string; stored: StoredSecurity }) {
  const put = useChange("put", PATH, AFTER_CHANGES);
  const { at, rest } = fieldErrors(put.error, NAMES);
  const save = {
    error: rest,
    isPending: put.isPending,
    mutate: ({ body }: { body: Security }, options: { onSuccess: () => void }) =>
      put.mutate({ path: { slug }, body: { webhooks: ofItsKind(body) } }, options),
  };
  return (
    <section>
      <Title order={2} fz="md" mb="xs">
        {DOCUMENT_WEBHOOKS.title}
      </Title>
      <StoredForm<Security>
        label={DOCUMENT_WEBHOOKS.title}
        words={DOCUMENT_WEBHOOKS}
        stored={stored}
        save={save}
      >
        {(values, change, readOnly) => (
          <>
            <Choice
              label={DOCUMENT_WEBHOOKS.kind}
              choices={DOCUMENT_WEBHOOKS.kinds}
              value={values.kind}
              readOnly={readOnly}
              onChange={(kind) => change({ kind, ...(OF_PROVIDERS.includes(kind) && { secret: "entered" }) })}
            />
            {values.kind === "address" ? (
              <Alert color="yellow">{DOCUMENT_WEBHOOKS.addressAlone}</Alert>
            ) : (
              <Choice
                label={DOCUMENT_WEBHOOKS.secret}
                choices={DOCUMENT_WEBHOOKS.secrets}
                value={values.secret ?? "generated"}
                readOnly={readOnly}
                onChange={(secret) => change({ secret })}
              />
            )}
            {FIELDS[values.kind].map((name) => (
              <SecurityText key={name} {...{ name, values, change, readOnly, errors: at }} />
            ))}
            {values.kind === "hmac" && <SignatureFields {...{ values, change, readOnly, errors: at }} />}
            {hasTime(values) && <TimeFields {...{ values, change, readOnly, errors: at }} />}
            <SecurityText name="challenge" {...{ values, change, readOnly, errors: at }} />
          </>
        )}
      </StoredForm>
    </section>
  );
}

/** What the form shows and somebody filled in; between time and body there may also be nothing. */
function ofItsKind({ kind, challenge, ...values }: Security): Security {
  const shown: readonly string[] = [
    ...FIELDS[kind],
    ...(kind === "address" ? [] : ["secret"]),
    ...(kind === "hmac" ? ["algorithm", "encoding", "separator"] : []),
    ...(hasTime({ kind, ...values }) ? ["tolerance_seconds"] : []),
    ...(hasUnit({ kind, ...values }) ? ["timestamp_unit"] : []),
  ];
  const given = Object.entries(values).filter(
    ([name, value]) => shown.includes(name) && (value !== "" || name === "separator"),
  );
  return { kind, ...Object.fromEntries(given), ...(challenge && { challenge }) };
}

function hasUnit({ kind, timestamp_header: header }: Security): boolean {
  return kind === "stripe" || (kind === "hmac" && header !== undefined && header !== "");
}

function hasTime(values: Security): boolean {
  return values.kind === "standard-webhooks" || hasUnit(values);
}

interface SecurityFieldsProps {
  readonly values: Security;
  readonly change: (changes: Partial<Security>) => void;
  readonly readOnly: boolean;
  readonly errors: Readonly<Record<string, string>>;
}

function SecurityText({
  name,
  values,
  change,
  readOnly,
  errors,
}: SecurityFieldsProps & { readonly name: TextName }) {
  const { label, help } = DOCUMENT_WEBHOOKS.fields[name];
  return (
    <TextInput
      label={label}
      description={help}
      maxLength={200}
      maw={480}
      readOnly={readOnly}
      value={values[name] ?? (name === "separator" ? "." : "")}
      error={errors[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  );
}

/** How a signature is computed and written. */
function SignatureFields(props: SecurityFieldsProps) {
  const { values, change, readOnly } = props;
  return (
    <>
      {values.timestamp_header && <SecurityText {...props} name="separator" />}
      <Choice
        label={DOCUMENT_WEBHOOKS.algorithm}
        choices={DOCUMENT_WEBHOOKS.algorithms}
        value={values.algorithm ?? "sha256"}
        readOnly={readOnly}
        onChange={(algorithm) => change({ algorithm })}
      />
      <Choice
        label={DOCUMENT_WEBHOOKS.encoding}
        choices={DOCUMENT_WEBHOOKS.encodings}
        value={values.encoding ?? "hex"}
        readOnly={readOnly}
        onChange={(encoding) => change({ encoding })}
      />
    </>
  );
}

/** How the signed time is written, and how old it may be. */
function TimeFields({ values, change, readOnly, errors }: SecurityFieldsProps) {
  return (
    <>
      {hasUnit(values) && (
        <Choice
          label={DOCUMENT_WEBHOOKS.unit}
          choices={DOCUMENT_WEBHOOKS.units}
          value={values.timestamp_unit ?? "seconds"}
          readOnly={readOnly}
          onChange={(unit) => change({ timestamp_unit: unit })}
        />
      )}
      <NumberInput
        label={DOCUMENT_WEBHOOKS.tolerance}
        min={1}
        max={86_400}
        allowDecimal={false}
        maw={480}
        readOnly={readOnly}
        value={values.tolerance_seconds ?? 300}
        error={errors.tolerance_seconds}
        onChange={(seconds) => typeof seconds === "number" && change({ tolerance_seconds: seconds })}
      />
    </>
  );
}

interface SecurityChoiceProps<Value extends string> {
  readonly label: string;
  readonly choices: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly readOnly: boolean;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({
  label,
  choices,
  value,
  readOnly,
  onChange,
}: SecurityChoiceProps<Value>) {
  return (
    <Select
      label={label}
      data={Object.entries<string>(choices).map(([name, text]) => ({ value: name, label: text }))}
      value={value}
      readOnly={readOnly}
      allowDeselect={false}
      maw={480}
      onChange={(chosen) => chosen !== null && onChange(chosen as Value)}
    />
  );
}
