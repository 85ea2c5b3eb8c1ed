import type { Body, Reply } from "@junctor/sdk";
import { Alert, Skeleton, TextInput, Title } from "@mantine/core";
import { useChange, useRead } from "../../../api/use-api.ts";
import { fieldErrors } from "../../../parts/forms/field-errors.ts";
import { StoredForm } from "../../../parts/forms/stored-form.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { APPLICATION_SETUP, SIGN_IN } from "../../../words/application-setup.ts";
import { AFTER_CHANGES } from "../application.ts";
import { CheckField } from "./check-field.tsx";
import { SIGN_IN_NAMES, type SignIn, SignInFields, takesKey } from "./sign-in-fields.tsx";
import { TriggerForm } from "./trigger-form.tsx";
import { WebhookForm } from "./webhook-form.tsx";

const PATH = "/api/v2/public/application/{slug}/setup";
const NAMES = { base_url: "base_url", check: "check", ...SIGN_IN_NAMES };

type Setup = Reply<"get", typeof PATH>;
type SetupChange = Body<"put", typeof PATH>;

/** The values of the form; `signIn` is undefined while the form cannot show what it is. */
interface SetupValues {
  readonly name: string;
  readonly baseUrl: string;
  readonly signIn: SignIn | undefined;
  readonly check: string | null;
}

/** What a developer changes of an application that was imported, defined or added from the directory. */
export function SetupForm({ slug }: { slug: string }) {
  const { data: setup, error, refetch } = useRead(PATH, { path: { slug } });
  return (
    <>
      <section>
        <Title order={2} fz="md" mb="xs">
          {APPLICATION_SETUP.title}
        </Title>
        {error && !setup && <Problem error={error} onRetry={refetch} />}
        {!error && !setup && <Skeleton height={280} />}
        {setup && <Changes slug={slug} setup={setup} />}
      </section>
      {setup?.webhooks && <WebhookForm slug={slug} stored={setup.webhooks} />}
      {setup && setup.triggers.length > 0 && <TriggerForm slug={slug} triggers={setup.triggers} />}
    </>
  );
}

function Changes({ slug, setup }: { slug: string; setup: Setup }) {
  const put = useChange("put", PATH, AFTER_CHANGES);
  const { at, rest } = fieldErrors(put.error, NAMES);
  const stored = toValues(setup);
  const save = {
    error: rest,
    isPending: put.isPending,
    mutate: ({ body }: { body: SetupValues }, options: { onSuccess: () => void }) =>
      put.mutate({ path: { slug }, body: differences(stored, body) }, options),
  };
  const { kind } = setup.sign_in;
  return (
    <StoredForm label={APPLICATION_SETUP.title} words={APPLICATION_SETUP} stored={stored} save={save}>
      {({ name, baseUrl, signIn, check }, change, readOnly) => (
        <>
          <TextInput
            label={APPLICATION_SETUP.name}
            description={APPLICATION_SETUP.nameHelp}
            maxLength={100}
            required
            withAsterisk={false}
            readOnly={readOnly}
            value={name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <TextInput
            label={APPLICATION_SETUP.baseUrl}
            description={APPLICATION_SETUP.baseUrlHelp}
            maxLength={1000}
            required
            withAsterisk={false}
            readOnly={readOnly}
            value={baseUrl}
            error={at.base_url}
            onChange={({ currentTarget }) => change({ baseUrl: currentTarget.value })}
          />
          <SignInFields
            value={signIn}
            errors={at}
            readOnly={readOnly}
            placeholder={kind === "custom" ? SIGN_IN.custom : undefined}
            onChange={(changed) => change({ signIn: changed })}
          />
          {signIn !== undefined && asksForOthers(kind, signIn.kind) && (
            <Alert color="yellow">{SIGN_IN.reconnect}</Alert>
          )}
          <CheckField
            checks={setup.checks}
            value={check}
            readOnly={readOnly}
            error={at.check}
            onChange={(chosen) => change({ check: chosen })}
          />
        </>
      )}
    </StoredForm>
  );
}

/** Whether customers now enter something else than before, or do something else. */
function asksForOthers(before: Setup["sign_in"]["kind"], after: SignIn["kind"]): boolean {
  if (before === "missing" || after === "none") return false;
  return before !== after && !(takesKey(before) && takesKey(after));
}

function toValues({ name, base_url: baseUrl, sign_in: shown, check }: Setup): SetupValues {
  const { kind, ...signIn } = shown;
  return {
    name,
    baseUrl,
    signIn: kind === "missing" || kind === "custom" ? undefined : { kind, ...signIn },
    check: check?.id ?? null,
  };
}

/** Only what was changed: the rest stays what the document says, also when it is imported again. */
function differences(stored: SetupValues, { name, baseUrl, signIn, check }: SetupValues): SetupChange {
  return {
    ...(name !== stored.name && { name }),
    ...(baseUrl !== stored.baseUrl && { base_url: baseUrl }),
    ...(JSON.stringify(signIn) !== JSON.stringify(stored.signIn) && { sign_in: signIn }),
    ...(check !== stored.check && { check }),
  };
}
