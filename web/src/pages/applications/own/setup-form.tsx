import type { Body, Reply } from "@junctor/sdk";
import { Skeleton, TextInput, Title } from "@mantine/core";
import { useChange, useRead } from "../../../api/use-api.ts";
import { fieldErrors } from "../../../parts/forms/field-errors.ts";
import { StoredForm } from "../../../parts/forms/stored-form.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { APPLICATION_SETUP } from "../../../words/application-setup.ts";
import { AFTER_CHANGES } from "../application.ts";
import { CheckField } from "./check-field.tsx";

const PATH = "/api/v2/public/application/{slug}/setup";

type Setup = Reply<"get", typeof PATH>;
type SetupChange = Body<"put", typeof PATH>;

/** What a developer changes of an application that was imported, defined or added from the directory. */
export function SetupForm({ slug }: { slug: string }) {
  const { data: setup, error, refetch } = useRead(PATH, { path: { slug } });
  return (
    <section>
      <Title order={2} fz="md" mb="xs">
        {APPLICATION_SETUP.title}
      </Title>
      {error && !setup && <Problem error={error} onRetry={refetch} />}
      {!error && !setup && <Skeleton height={140} />}
      {setup && <Changes slug={slug} setup={setup} />}
    </section>
  );
}

function Changes({ slug, setup }: { slug: string; setup: Setup }) {
  const put = useChange("put", PATH, AFTER_CHANGES);
  const { at, rest } = fieldErrors(put.error, { name: "name", check: "check" });
  const stored = { name: setup.name, check: setup.check?.id ?? null };
  const save = {
    error: rest,
    isPending: put.isPending,
    mutate: ({ body }: { body: typeof stored }, options: { onSuccess: () => void }) =>
      put.mutate({ path: { slug }, body: differences(stored, body) }, options),
  };
  return (
    <StoredForm label={APPLICATION_SETUP.title} words={APPLICATION_SETUP} stored={stored} save={save}>
      {(values, change, readOnly) => (
        <>
          <TextInput
            label={APPLICATION_SETUP.name}
            description={APPLICATION_SETUP.nameHelp}
            maxLength={100}
            required
            withAsterisk={false}
            readOnly={readOnly}
            value={values.name}
            error={at.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <CheckField
            checks={setup.checks}
            value={values.check}
            readOnly={readOnly}
            error={at.check}
            onChange={(check) => change({ check })}
          />
        </>
      )}
    </StoredForm>
  );
}

/** Only what was changed: the rest stays what the document says, also when it is imported again. */
function differences<Values extends SetupChange>(stored: Values, values: Values): SetupChange {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== stored[name as keyof Values]),
  );
}
