import type { Reply } from "@junctor/sdk";
import { Button, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useChange, useRead } from "../../../../api/use-api.ts";
import { Problem } from "../../../../parts/page/problem.tsx";
import { START } from "../../../../parts/workflow-graph/graph.ts";
import { OWN, triggerName } from "../../../../parts/workflow-graph/step-kind.ts";
import { TEST_PANEL } from "../../../../words/workflows/editor.ts";
import type { WorkflowNode } from "../../workflow.ts";
import { isPlain, type Trigger, WEBHOOK } from "../triggers/triggers.ts";
import { nameExample } from "./name-example.ts";

const EXAMPLES = "/api/v2/public/triggers/{slug}/{event}/examples";

interface TriggerExamplesProps {
  readonly nodes: readonly WorkflowNode[];
  readonly workflow: string;
  readonly account: string | undefined;
  readonly onChoose: (event: unknown) => void;
}

/** Recent events of the application that starts the workflow, one of which becomes the input; or that there are none. */
export function TriggerExamples(props: TriggerExamplesProps) {
  const { nodes, account } = props;
  const triggers = nodes.find(({ type }) => type === START)?.triggers ?? [];
  const trigger = triggers.find(({ application }) => application !== OWN);
  if (trigger === undefined) {
    const webhook = triggers.find((one) => isPlain(one, WEBHOOK));
    return webhook && <WithoutExamples event={triggerName(webhook)} />;
  }
  if (account === undefined) return null;
  return <Examples key={JSON.stringify([trigger, account])} {...props} trigger={trigger} account={account} />;
}

interface ExamplesProps extends TriggerExamplesProps {
  readonly trigger: Trigger;
  readonly account: string;
}

function Examples({ trigger, workflow, account, onChoose }: ExamplesProps) {
  const { application: slug, event, input } = trigger;
  const { data: offered } = useRead("/api/v2/public/triggers/{slug}", { path: { slug } });
  const read = useChange("post", EXAMPLES, []);
  const [chosen, setChosen] = useState("0");
  const found = offered?.find(({ id }) => id === event);
  if (!found) return null;
  if (!found.has_examples) return <WithoutExamples event={found.title} />;
  const choose = (docs: Reply<"post", typeof EXAMPLES>["docs"], place: string) => {
    setChosen(place);
    onChoose(docs[Number(place)]);
  };
  const body = { workflow_id: workflow, ...(input !== undefined && { input }) };
  const load = () =>
    read.mutate(
      { path: { slug, event }, account, body },
      { onSuccess: ({ docs }) => docs.length > 0 && choose(docs, "0") },
    );
  const { docs } = read.data ?? {};
  return (
    <Stack gap={6}>
      <Button variant="default" size="xs" loading={read.isPending} onClick={load}>
        {TEST_PANEL.readExamples}
      </Button>
      {read.error && <Problem error={read.error} />}
      {docs?.length === 0 && (
        <Text size="sm" className="muted" role="status">
          {TEST_PANEL.noExamples}
        </Text>
      )}
      {docs !== undefined && docs.length > 0 && (
        <Select
          label={found.title}
          data={docs.map((doc, place) => ({ value: String(place), label: nameExample(doc, place) }))}
          value={chosen}
          onChange={(place) => place !== null && choose(docs, place)}
          allowDeselect={false}
        />
      )}
    </Stack>
  );
}

function WithoutExamples({ event }: { event: string }) {
  return (
    <Text size="sm" className="muted">
      {TEST_PANEL.withoutExamples({ event })}
    </Text>
  );
}
