import { Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { type Item, useChange } from "../../api/use-api.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { DecideButtons } from "../../parts/forms/decide-buttons.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { MCP } from "../../words/mcp/mcp.ts";
import { RENEWED } from "../mcp/calls/call.ts";
import { ApprovalFields, type FieldValues, valuesToSend } from "./approval-fields.tsx";

type Step = Item<"/api/v2/public/approval">;

/** A waiting step of an execution: its question, its form, and the decision. */
export function WaitingStep({ step }: { step: Step }) {
  const { execution_id: execution, title, message, associated_workflow: workflow } = step;
  return (
    <Paper withBorder p="lg" component="article" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={3} fz={14}>
            {title}
          </Title>
          <Text size="sm" className="muted">
            {step.linked_account_id} · {MCP.asked} <Moment at={step.createdAt} />
            {step.expires_at && (
              <>
                {" "}
                · {MCP.expires} <Moment at={step.expires_at} />
              </>
            )}
          </Text>
        </Group>
        {message && (
          <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {message}
          </Text>
        )}
        <Text size="sm" className="muted">
          {workflow.name} · {step.node_name} ·{" "}
          <TextLink to="/$environment/executions/$id" params={{ id: execution }} fz="sm" underline="always">
            {MCP.openExecution}
          </TextLink>
        </Text>
        <DecideStep step={step} />
      </Stack>
    </Paper>
  );
}

function DecideStep({ step }: { step: Step }) {
  const { execution_id: id, path, fields, allow_comment } = step;
  const [values, setValues] = useState<FieldValues>({});
  const [comment, setComment] = useState("");
  const decide = useChange("put", "/api/v2/public/execution/{id}/nodes/{node_id}/approval", RENEWED);
  const send = (approved: boolean) =>
    decide.mutate(
      {
        path: { id, node_id: path },
        body: {
          approved,
          comment: allow_comment && comment.trim() ? comment.trim() : undefined,
          fields: valuesToSend(fields, values),
        },
      },
      { onSuccess: () => tell(approved ? MCP.approvedNow : MCP.rejectedNow) },
    );
  return (
    <Stack gap="sm">
      {decide.error && <Problem error={decide.error} />}
      <ApprovalFields fields={fields} values={values} onChange={setValues} />
      {allow_comment && (
        <TextInput
          label={MCP.comment}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      )}
      <DecideButtons
        onApprove={() => send(true)}
        onReject={() => send(false)}
        deciding={decide.isPending ? decide.variables.body?.approved : undefined}
      />
    </Stack>
  );
}
