import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { usePreview } from "../../../../api/use-api.ts";
import { useMay } from "../../../../api/use-role.ts";
import type { WorkflowNode } from "../../workflow.ts";
import { isValues, type Values } from "./schema.ts";
import type { Evaluation } from "./step-context.ts";
import {
  type EditedWorkflow,
  getRoots,
  type KnownData,
  loopAround,
  namedRoots,
  type Sample,
} from "./step-data.ts";

const EVALUATE = "/api/v2/public/expressions/evaluate";
const TYPING_MS = 300;
// The same one each time: a new object would count as a change.
const NO_DATA: Values = {};
const NONE: ReadonlyMap<string, Evaluation> = new Map();

interface StepOf {
  readonly workflow: EditedWorkflow;
  readonly node: WorkflowNode;
  readonly sample: Sample;
}

/**
 * The data with which the server evaluates a step's expressions: the sample, and what is known of its customer.
 */
export function useRoots({ workflow, node, sample }: StepOf): Values {
  const known = useKnownData(workflow, node, sample);
  return useMemo(() => getRoots(workflow, node.id, sample, known), [workflow, node.id, sample, known]);
}

/** The customer's config and record, and the items of the loop around the step, which are expressions as well. */
function useKnownData(workflow: EditedWorkflow, node: WorkflowNode, sample: Sample): KnownData {
  const may = useMay("developer");
  const loop = loopAround(workflow, node.id);
  const items = isValues(loop?.data) ? loop.data.items : undefined;
  const roots = loop && { ...getRoots(workflow, loop.id, sample, {}) };
  // Requested here is what the roots lack.
  if (roots) for (const name of ["config", "linked_account"]) delete (roots as Record<string, unknown>)[name];
  const named = roots && items !== undefined ? namedRoots(roots, { items }) : undefined;
  const { data } = usePreview(
    EVALUATE,
    {
      body: {
        data: { config: "{{ config }}", account: "{{ linked_account }}", ...(named && { items }) },
        roots: named,
        linked_account_id: sample.linkedAccountId,
        workflow_id: workflow._id,
      },
    },
    { enabled: may },
  );
  return useMemo(() => {
    const read = (field: string) => data?.results.find((one) => one.field === field)?.value;
    const evaluated = read("data.items");
    return {
      config: read("data.config"),
      linkedAccount: read("data.account"),
      items: evaluated ?? items,
    };
  }, [data, items]);
}

interface Evaluations {
  readonly evaluations: ReadonlyMap<string, Evaluation>;
  /** Whether they match the current form. */
  readonly isEvaluating: boolean;
}

/** The values of the texts in a step's settings, updated a moment after a change. */
export function useEvaluations({ workflow, node, sample }: StepOf, roots: Values): Evaluations {
  const may = useMay("developer");
  const data = isValues(node.data) ? node.data : NO_DATA;
  const [settled] = useDebouncedValue(data, TYPING_MS);
  const named = useMemo(() => namedRoots(roots, settled), [roots, settled]);
  const { data: answer, isFetching } = usePreview(
    EVALUATE,
    {
      body: {
        type: node.type,
        data: settled,
        roots: named,
        linked_account_id: sample.linkedAccountId,
        workflow_id: workflow._id,
      },
    },
    { enabled: may && named !== undefined },
  );
  const evaluations = useMemo(
    () => (answer ? new Map(answer.results.map((one) => [one.field, one])) : NONE),
    [answer],
  );
  return { evaluations: named ? evaluations : NONE, isEvaluating: isFetching || settled !== data };
}
