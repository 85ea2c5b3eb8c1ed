import type { Body } from "@junctor/sdk";
import { NativeSelect } from "@mantine/core";
import { useChange, useRead } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { StoredForm } from "../../../parts/forms/stored-form.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { CUSTOMER_EXECUTIONS as WORDS } from "../../../words/settings/customer-executions.ts";
import { Section } from "../section.tsx";

const PATH = "/api/v2/public/portal-executions";

type Shown = Body<"put", typeof PATH>;

const SHOWN = Object.entries(WORDS.shownOf).map(([value, label]) => ({ value, label }));

/** What customers of this environment see of their executions. */
export function CustomerExecutionsSection() {
  const { data, error, refetch } = useRead(PATH, {});
  const environment = useEnvironment();
  return (
    <Section title={WORDS.title(environment)} text={WORDS.help}>
      {error && !data && <Problem error={error} onRetry={refetch} />}
      {data && <CustomerExecutionsForm key={environment} stored={data} />}
    </Section>
  );
}

function CustomerExecutionsForm({ stored }: { stored: Shown }) {
  const save = useChange("put", PATH, [PATH]);
  return (
    <StoredForm label={WORDS.form} words={WORDS} stored={stored} save={save}>
      {({ shown }, change, readOnly) => (
        <NativeSelect
          label={WORDS.shown}
          data={SHOWN}
          value={shown}
          disabled={readOnly}
          onChange={({ currentTarget: { value } }) => change({ shown: value as Shown["shown"] })}
        />
      )}
    </StoredForm>
  );
}
