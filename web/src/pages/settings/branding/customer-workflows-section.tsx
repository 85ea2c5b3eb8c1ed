import type { Body } from "@junctor/sdk";
import { Checkbox, NativeSelect, Stack, Text } from "@mantine/core";
import { useChange, useRead } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { StoredForm } from "../../../parts/forms/stored-form.tsx";
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
  const save = useChange("put", PATH, [PATH]);
  return (
    <StoredForm label={WORDS.form} words={WORDS} stored={stored} save={save}>
      {({ building, node_types: types }, change, readOnly) => (
        <>
          <NativeSelect
            label={WORDS.building}
            data={BUILDING}
            value={building}
            disabled={readOnly}
            onChange={({ currentTarget: { value } }) => change({ building: value as Chosen["building"] })}
          />
          {building === "portal" && (
            <StepTypes
              types={types}
              readOnly={readOnly}
              onChange={(chosen) => change({ node_types: chosen })}
            />
          )}
        </>
      )}
    </StoredForm>
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
