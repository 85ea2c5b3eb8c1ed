import type { Body } from "@junctor/sdk";
import { Checkbox, NativeSelect, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useChange, useRead } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { useMay } from "../../../api/use-role.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { SaveBar } from "../../../parts/forms/save-bar.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { START } from "../../../parts/workflow-graph/graph.ts";
import { useNodeTypes } from "../../../parts/workflow-graph/node-types.ts";
import { CUSTOMER_WORKFLOWS as WORDS } from "../../../words/settings/customer-workflows.ts";
import { Section } from "../section.tsx";

const PATH = "/api/v2/public/portal-workflows";

type Chosen = Body<"put", typeof PATH>;

const BUILDING = Object.entries(WORDS.buildingOf).map(([value, label]) => ({ value, label }));

/** What customers of this environment may build. */
export function CustomerWorkflowsSection() {
  const { data, error, refetch } = useRead(PATH, {});
  const environment = useEnvironment();
  return (
    <Section title={WORDS.title(environment)} text={WORDS.help}>
      {error && !data && <Problem error={error} onRetry={refetch} />}
      {data && <CustomerWorkflowsForm key={environment} stored={data} />}
    </Section>
  );
}

function CustomerWorkflowsForm({ stored }: { stored: Chosen }) {
  const readOnly = !useMay("developer");
  const [draft, setDraft] = useState<Chosen>();
  const save = useChange("put", PATH, [PATH]);
  const { building, node_types } = draft ?? stored;
  const change = (changes: Partial<Chosen>) => setDraft({ building, node_types, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = () => {
      setDraft(undefined);
      tell(WORDS.saved);
    };
    save.mutate({ body: { building, node_types } }, { onSuccess: done });
  };
  return (
    <form onSubmit={submit} aria-label={WORDS.form}>
      <Stack gap="sm">
        {save.error && <Problem error={save.error} />}
        <NativeSelect
          label={WORDS.building}
          data={BUILDING}
          value={building}
          disabled={readOnly}
          onChange={({ currentTarget: { value } }) => change({ building: value as Chosen["building"] })}
        />
        {building === "portal" && (
          <StepTypes
            types={node_types}
            readOnly={readOnly}
            onChange={(types) => change({ node_types: types })}
          />
        )}
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

interface StepTypesProps {
  readonly types: Chosen["node_types"];
  readonly readOnly: boolean;
  readonly onChange: (types: Chosen["node_types"]) => void;
}

function StepTypes({ types, readOnly, onChange }: StepTypesProps) {
  const { types: known } = useNodeTypes();
  return (
    <>
      <Checkbox.Group
        label={WORDS.types}
        description={WORDS.typesHelp}
        value={[...types]}
        onChange={(values) => onChange(values as Chosen["node_types"])}
      >
        <Stack gap={8} mt="xs">
          {[...known.values()]
            .filter(({ type }) => type !== START)
            .map(({ type, title }) => (
              <Checkbox key={type} value={type} label={title} disabled={readOnly} />
            ))}
        </Stack>
      </Checkbox.Group>
      {types.length === 0 && <Text size="sm">{WORDS.noTypes}</Text>}
    </>
  );
}
