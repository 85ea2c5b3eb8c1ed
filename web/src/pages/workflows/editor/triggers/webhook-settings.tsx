import { Select, Stack, Switch, TextInput } from "@mantine/core";
import { WEBHOOK_TRIGGER } from "../../../../words/workflows/webhook-trigger.ts";
import { isValues, type Values, withMember } from "../settings/schema.ts";
import type { Trigger } from "./triggers.ts";
import { WebhookSecret } from "./webhook-secret.tsx";

type Kind = keyof typeof WEBHOOK_TRIGGER.kinds;

interface WebhookSettingsProps {
  readonly workflowId: string;
  readonly trigger: Trigger;
  readonly isReadOnly: boolean;
  /** Whether the edited graph is the saved one. */
  readonly isSaved: boolean;
  readonly onChange: (trigger: Trigger) => void;
}

/** What most senders use, so that a chosen kind is complete at once: without a header it could not be saved. */
const USUAL: Readonly<Record<Kind, Values | undefined>> = {
  none: undefined,
  "hmac-sha256": { header: "x-signature" },
  token: { header: "authorization", prefix: "Bearer " },
  "standard-webhooks": {},
  ed25519: { header: "x-signature-ed25519", timestamp_header: "x-signature-timestamp" },
  "ecdsa-p256": { header: "x-signature" },
};

const KINDS = Object.entries(WEBHOOK_TRIGGER.kinds).map(([value, label]) => ({ value, label }));

/** How incoming webhooks prove their origin, and whether their senders wait for an answer. */
export function WebhookSettings(props: WebhookSettingsProps) {
  const { workflowId, trigger, isReadOnly, isSaved, onChange } = props;
  const input: Values = trigger.input ?? {};
  const set = (name: string, value: unknown) => {
    const { input: _, ...rest } = trigger;
    const next = withMember(input, name, value);
    onChange(Object.keys(next).length > 0 ? { ...rest, input: next as Trigger["input"] } : rest);
  };
  const kind = kindOf(trigger);
  const choose = (next: Kind) => set("signature", USUAL[next] && { kind: next, ...USUAL[next] });
  return (
    <Stack gap="xs">
      <Select
        label={WEBHOOK_TRIGGER.kind}
        description={WEBHOOK_TRIGGER.kindHelp}
        data={KINDS}
        value={kind}
        allowDeselect={false}
        disabled={isReadOnly}
        onChange={(next) => next !== null && next !== kind && choose(next as Kind)}
      />
      <SignatureFields
        signature={isValues(input.signature) ? input.signature : {}}
        kind={kind}
        isReadOnly={isReadOnly}
        onChange={(signature) => set("signature", signature)}
      />
      {kind !== "none" && !isReadOnly && (
        <WebhookSecret
          workflowId={workflowId}
          isPublicKey={kind === "ed25519" || kind === "ecdsa-p256"}
          isSaved={isSaved}
        />
      )}
      <Switch
        label={WEBHOOK_TRIGGER.wait}
        description={WEBHOOK_TRIGGER.waitHelp}
        disabled={isReadOnly}
        checked={input.wait_for_response === true}
        onChange={({ currentTarget: { checked } }) => set("wait_for_response", checked || undefined)}
      />
    </Stack>
  );
}

/** How a trigger's webhooks are signed; `none` also for one that is not in this list. */
function kindOf({ input }: Trigger): Kind {
  const signature: unknown = input?.signature;
  const kind = isValues(signature) ? String(signature.kind) : "none";
  return Object.hasOwn(WEBHOOK_TRIGGER.kinds, kind) ? (kind as Kind) : "none";
}

interface SignatureFieldsProps {
  readonly signature: Values;
  readonly kind: Kind;
  readonly isReadOnly: boolean;
  readonly onChange: (signature: Values) => void;
}

/** Where the signature or token is found. */
function SignatureFields({ signature, kind, isReadOnly, onChange }: SignatureFieldsProps) {
  if (kind === "none" || kind === "standard-webhooks") return null;
  const isToken = kind === "token";
  const textOf = (name: string) => (typeof signature[name] === "string" ? (signature[name] as string) : "");
  const bind = (name: string) => ({
    value: textOf(name),
    disabled: isReadOnly,
    autoComplete: "off",
    spellCheck: false,
    classNames: { input: "mono" },
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange(withMember(signature, name, value === "" ? undefined : value)),
  });
  const isHeader = (text: string) => /^[A-Za-z0-9-]{0,100}$/.test(text);
  const header = textOf("header");
  const wrong = isHeader(header) ? undefined : WEBHOOK_TRIGGER.headerForm;
  return (
    <>
      <TextInput
        label={isToken ? WEBHOOK_TRIGGER.tokenHeader : WEBHOOK_TRIGGER.header}
        required
        maxLength={100}
        error={header === "" ? WEBHOOK_TRIGGER.headerNeeded : wrong}
        {...bind("header")}
      />
      <TextInput
        label={WEBHOOK_TRIGGER.prefix}
        description={WEBHOOK_TRIGGER.prefixHelp}
        maxLength={50}
        {...bind("prefix")}
      />
      {!isToken && (
        <Select
          label={WEBHOOK_TRIGGER.encoding}
          data={Object.entries(WEBHOOK_TRIGGER.encodings).map(([value, label]) => ({ value, label }))}
          value={textOf("encoding") || (kind === "ecdsa-p256" ? "base64" : "hex")}
          allowDeselect={false}
          disabled={isReadOnly}
          onChange={(next) => onChange(withMember(signature, "encoding", next ?? undefined))}
        />
      )}
      {(kind === "ed25519" || kind === "ecdsa-p256") && (
        <TextInput
          label={WEBHOOK_TRIGGER.timestampHeader}
          description={WEBHOOK_TRIGGER.timestampHeaderHelp}
          maxLength={100}
          error={isHeader(textOf("timestamp_header")) ? undefined : WEBHOOK_TRIGGER.headerForm}
          {...bind("timestamp_header")}
        />
      )}
    </>
  );
}
