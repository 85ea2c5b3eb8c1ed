import type { Body } from "@junctor/sdk";
import { useMemo, useState } from "react";
import { customerPage } from "../../../../api/audience.ts";
import { useChange, useRead, useReadsIn } from "../../../../api/use-api.ts";
import { useEnvironment } from "../../../../api/use-environment.ts";
import { parseJson } from "../../../../parts/forms/json-text.ts";
import { useOnlyCustomer } from "../../../../parts/forms/remote-choices.ts";
import type { NodeMark } from "../../../../parts/workflow-graph/graph.ts";
import { getMark } from "../../../executions/execution/execution-graph.tsx";
import { hasEnded, useExecution } from "../../../executions/execution/use-execution.ts";
import type { Workflow } from "../../workflow.ts";
import { toBody, type WorkflowDocument } from "../document/document.ts";
import { getSample, type RanExecution, type Sample, stepsOfItem } from "../settings/step-data.ts";
import { useEventExample } from "./use-event-example.ts";

const TEST = "/api/v2/public/workflow/{id}/test";
const EXECUTION = "/api/v2/public/execution";
// Tests are in no log of changes: the stream reports on one only to those that watch it.
const LIVE_POLL_EVERY_MS = 10_000;
const NO_SAMPLE: Sample = { nodes: {} };

type Output = NonNullable<Body<"post", typeof TEST>["pinned"]>[string];

/** The options of a test. */
export interface TestSettings {
  readonly account: string | undefined;
  /** As typed; initially an example. */
  readonly input: string | undefined;
  /** The execution whose input replaces the typed one. */
  readonly execution: string | undefined;
  readonly callsOut: boolean;
}

/** How much of the workflow a test runs: all, a step with everything that leads to it, or a step alone. */
export type TestPart = { readonly until?: string; readonly node_id?: string };

/** Tests of the edited document, saved or not: their options, their last execution, and the results of its steps. */
export function useTest(workflow: Workflow, document: WorkflowDocument, from: string | undefined) {
  const [chosen, setSettings] = useState<TestSettings>({
    account: workflow.linked_account_id || undefined,
    input: undefined,
    execution: from,
    callsOut: false,
  });
  const event = useEventExample(document.nodes);
  const only = useOnlyCustomer(useEnvironment(), customerPage() === undefined);
  const settings = {
    ...chosen,
    account: chosen.account ?? only,
    input: chosen.input ?? exampleOf(workflow, event),
  };
  const [shown, setShown] = useState(from);
  const [pinned, setPinned] = useState<ReadonlyMap<string, Output>>(new Map());
  const test = useChange("post", TEST, [EXECUTION]);
  const live = useExecution(shown, { liveEveryMs: LIVE_POLL_EVERY_MS });
  const execution = live.data?._id === shown ? live.data : undefined;
  const ended = execution !== undefined && hasEnded(execution.status);
  const whole = useRead(`${EXECUTION}/{id}`, { path: { id: shown ?? "" } }, { enabled: ended });
  const data = whole.data?._id === shown ? whole.data : undefined;
  const outputs = useOutputsOfItem(data);
  const sample = useMemo(() => (data ? withOutputs(getSample(data), outputs) : NO_SAMPLE), [data, outputs]);
  const marks = useMemo(
    () => new Map((execution?.nodes ?? []).map((node): [string, NodeMark] => [node.node_id, getMark(node)])),
    [execution],
  );
  const isValid = settings.execution !== undefined || parseJson(settings.input) !== undefined;
  const send = (by: typeof settings, part: TestPart) =>
    test.mutate(
      { path: { id: workflow._id }, body: bodyOf(by, { document, pinned, part }) },
      { onSuccess: ({ execution_id: id }) => setShown(id) },
    );
  const run = (part: TestPart = {}) => send(settings, part);
  /** Sets an input, and runs everything with it; false if no customer is chosen yet. */
  const runWith = (input: unknown) => {
    const next = { ...settings, input: JSON.stringify(input, null, 2), execution: undefined };
    setSettings(next);
    if (next.account === undefined) return false;
    send(next, {});
    return true;
  };
  const runCallingOut = () => {
    const next = { ...settings, callsOut: true };
    setSettings(next);
    send(next, {});
  };
  const pin = (id: string, output: Output | undefined) =>
    setPinned((before) => {
      const next = new Map(before);
      if (output === undefined) next.delete(id);
      else next.set(id, output);
      return next;
    });
  return {
    settings,
    setSettings,
    run,
    runWith,
    runCallingOut,
    execution,
    marks,
    sample,
    pinned,
    pin,
    error: test.error,
    isRunning: test.isPending || (execution ? !ended : live.isFetching),
    canRun: isValid && (settings.account !== undefined || settings.execution !== undefined),
  };
}

export type Test = ReturnType<typeof useTest>;

// A loop with more steps shows what the others returned last.
const MOST_STEPS = 20;

/** What the steps of a loop returned for the item that failed; they may have run for others since. */
function useOutputsOfItem(execution: RanExecution | undefined): ReadonlyMap<string, unknown> {
  const environment = useEnvironment();
  const steps = useMemo(
    () => (execution ? [...stepsOfItem(execution)].slice(0, MOST_STEPS) : []),
    [execution],
  );
  const read = useReadsIn(
    environment,
    "/api/v2/public/execution/{id}/nodes/{node_id}/attempts",
    steps.map(([, path]) => ({ path: { id: execution?._id ?? "", node_id: path } })),
  );
  return useMemo(() => {
    // Replies do not say of which step they are: they are in order once all have come.
    if (read.length < steps.length) return new Map();
    return new Map(
      read.flatMap(({ docs }, index) => {
        const [id] = steps[index] ?? [];
        const output = docs.at(-1)?.output ?? undefined;
        return id === undefined || output === undefined ? [] : [[id, output] as const];
      }),
    );
  }, [read, steps]);
}

function withOutputs(sample: Sample, outputs: ReadonlyMap<string, unknown>): Sample {
  return { ...sample, nodes: { ...sample.nodes, ...Object.fromEntries(outputs) } };
}

interface Tried {
  readonly document: WorkflowDocument;
  readonly pinned: ReadonlyMap<string, Output>;
  readonly part: TestPart;
}

function bodyOf(
  { account, input, execution, callsOut }: TestSettings & { readonly input: string },
  { document, pinned, part }: Tried,
): Body<"post", typeof TEST> {
  const there = new Set(document.nodes.map(({ id }) => id));
  const standIns = [...pinned].filter(([id]) => there.has(id) && id !== part.node_id);
  return {
    ...(account !== undefined && { linked_account_id: account }),
    ...(execution === undefined ? { input: parseJson(input) } : { execution_id: execution }),
    ...part,
    ...(standIns.length > 0 && { pinned: Object.fromEntries(standIns) }),
    call_third_parties: callsOut,
    ...toBody(document),
  };
}

/** The workflow's example, otherwise that of the event that starts it. */
function exampleOf({ settings }: Workflow, event: unknown): string {
  return JSON.stringify(settings.manual_execution_payload ?? event ?? {}, null, 2);
}
