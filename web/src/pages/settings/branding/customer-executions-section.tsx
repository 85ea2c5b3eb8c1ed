import type { Body } from "@junctor/sdk";
import { NativeSelect, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useChange, useRead } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { useMay } from "../../../api/use-role.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { SaveBar } from "../../../parts/forms/save-bar.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { CUSTOMER_EXECUTIONS as WORDS } from "../../../words/settings/customer-executions.ts";
import { Section } from "../section.tsx";

const PATH = "/api/v2/public/portal-executions";

type Shown = Body<"put", typeof PATH>["shown"];

const SHOWN = Object.entries(WORDS.shownOf).map(([value, label]) => ({ value, label }));

/** What customers of this environment see of their executions. */
export function CustomerExecutionsSection() {
  const { data, error, refetch } = useRead(PATH, {});
  const environment = useEnvironment();
  return (
    <Section title={WORDS.title(environment)} text={WORDS.help}>
      {error && !data && <Problem error={error} onRetry={refetch} />}
      {data && <CustomerExecutionsForm key={environment} stored={data.shown} />}
    </Section>
  );
}

function CustomerExecutionsForm({ stored }: { stored: Shown }) {
  const readOnly = !useMay("developer");
  const [draft, setDraft] = useState<Shown>();
  const save = useChange("put", PATH, [PATH]);
  const shown = draft ?? stored;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = () => {
      setDraft(undefined);
      tell(WORDS.saved);
    };
    save.mutate({ body: { shown } }, { onSuccess: done });
  };
  return (
    <form onSubmit={submit} aria-label={WORDS.form}>
      <Stack gap="sm">
        {save.error && <Problem error={save.error} />}
        <NativeSelect
          label={WORDS.shown}
          data={SHOWN}
          value={shown}
          disabled={readOnly}
          onChange={({ currentTarget: { value } }) => setDraft(value as Shown)}
        />
        {!readOnly && (
          <SaveBar
            action={WORDS.save}
            isDirty={draft !== undefined}
            isPending={save.isPending}
            onDiscard={() => setDraft(undefined)}
          />
        )}
      </Stack>
    </form>
  );
}
