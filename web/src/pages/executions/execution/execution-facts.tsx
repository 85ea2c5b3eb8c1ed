import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { Duration, Moment } from "../../../parts/time/moment.tsx";
import { ExecutionState } from "../../../parts/values/execution-state.tsx";
import { Identifier } from "../../../parts/values/identifier.tsx";
import { EXECUTION } from "../../../words/execution.ts";
import classes from "./execution-page.module.css";
import { useReplays } from "./relatives.ts";
import type { Execution } from "./use-execution.ts";

/** The basics of an execution: its workflow, customer, source and times. */
export function ExecutionFacts({ execution }: { execution: Execution }) {
  const { environment, associated_workflow: workflow, linked_account_id: customer } = execution;
  const { replay_of: replayOf, parent_execution_id: parent, trace_id: traceId } = execution;
  return (
    <dl className={classes.facts} aria-label={EXECUTION.facts}>
      <Fact label={EXECUTION.customer}>
        <TextLink size="sm" to="/$environment/customers/$id" params={{ environment, id: customer }}>
          {customer}
        </TextLink>
      </Fact>
      <Fact label={EXECUTION.workflow}>
        <TextLink size="sm" to="/$environment/workflows/$id" params={{ environment, id: workflow._id }}>
          {execution.is_test ? EXECUTION.draft : EXECUTION.version(execution.workflow_version)}
        </TextLink>
      </Fact>
      <Fact label={EXECUTION.source}>
        {EXECUTION.noEvent[execution.trigger_application_event] ?? execution.trigger_application_event}
      </Fact>
      <Fact label={EXECUTION.started}>
        <Moment at={execution.createdAt} />
      </Fact>
      <Fact label={EXECUTION.took}>
        <Duration ms={execution.instance_execution_time} />
      </Fact>
      <Fact label={EXECUTION.id}>
        <Identifier id={execution._id} whole />
      </Fact>
      {traceId && (
        <Fact label={EXECUTION.trace}>
          <Trace id={traceId} url={execution.trace_url} />
        </Fact>
      )}
      {replayOf && <OtherExecution label={EXECUTION.replayOf} id={replayOf} environment={environment} />}
      <LastReplay execution={execution} />
      {parent && <OtherExecution label={EXECUTION.calledBy} id={parent} environment={environment} />}
    </dl>
  );
}

/** Its trace, in the operator's own system. */
function Trace({ id, url }: { id: string; url: string | undefined }) {
  return (
    <>
      <Identifier id={id} />{" "}
      {url && (
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          {EXECUTION.openTrace}
        </Anchor>
      )}
    </>
  );
}

/** Whether it was already repeated, and the result. */
function LastReplay({ execution }: { execution: Execution }) {
  const { environment } = execution;
  const last = useReplays(execution).data?.docs[0];
  if (last === undefined) return null;
  return (
    <Fact label={EXECUTION.replayedBy}>
      <ExecutionState status={last.status} isWaiting={last.waits_for !== undefined} />{" "}
      <TextLink size="sm" to="/$environment/executions/$id" params={{ environment, id: last._id }}>
        <Identifier id={last._id} />
      </TextLink>
    </Fact>
  );
}

function OtherExecution({ label, id, environment }: { label: string; id: string; environment: string }) {
  return (
    <Fact label={label}>
      <TextLink size="sm" to="/$environment/executions/$id" params={{ environment, id }}>
        <Identifier id={id} />
      </TextLink>
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
