import { useMemo } from "react";
import { useRead } from "../../../../api/use-api.ts";
import { useEventExample } from "../testing/use-event-example.ts";
import { type EditedWorkflow, getSample, hasData, type Sample } from "./step-data.ts";

const EXECUTION = "/api/v2/public/execution";

/**
 * The data of the current test, otherwise of the workflow's newest execution, otherwise the example of its event.
 * `account` if none names one.
 */
export function useSample(workflow: EditedWorkflow, given: Sample, account: string | undefined): Sample {
  const isNeeded = !hasData(given);
  const ran = workflow.associated_public_worklfow || workflow._id;
  const { data: newest } = useRead(
    EXECUTION,
    { query: { workflow_id: ran, limit: 1 } },
    { enabled: isNeeded },
  );
  const id = newest?.docs[0]?._id;
  const { data } = useRead(
    `${EXECUTION}/{id}`,
    { path: { id: id ?? "" } },
    { enabled: isNeeded && id !== undefined },
  );
  // Data that is still shown may be of another one.
  const execution = isNeeded && data?._id === id ? data : undefined;
  const example = useEventExample(workflow.nodes);
  return useMemo(() => {
    const sample = execution ? getSample(execution) : isNeeded ? { ...given, input: example } : given;
    return { ...sample, linkedAccountId: sample.linkedAccountId ?? account };
  }, [execution, given, isNeeded, example, account]);
}
