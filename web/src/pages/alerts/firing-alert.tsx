import { Button, Group, Paper, Text, Title } from "@mantine/core";
import { useState } from "react";
import { TextLink } from "../../parts/links/text-link.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { State } from "../../parts/values/state.tsx";
import { ALERTS } from "../../words/alerts.ts";
import type { Alert } from "./alert.ts";

const SHOWN = 5;

/** An alert that fires: its rule, since when, and what it is about. */
export function FiringAlert({ alert }: { alert: Alert }) {
  const { rule_id: id, rule_name, summary, subjects, subject_count, fired_at, notified_at } = alert;
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? subjects : subjects.slice(0, SHOWN);
  const left = subject_count - shown.length;
  return (
    <Paper withBorder p="md" component="article" aria-label={rule_name}>
      <Group gap="md" wrap="wrap">
        <State mood="bad" word={ALERTS.firing} />
        <Title order={2} fz={15}>
          <TextLink to="/$environment/alerts/rules/$id" params={{ id }}>
            {rule_name}
          </TextLink>
        </Title>
        <Text size="sm" className="muted">
          <Moment at={fired_at} />
        </Text>
      </Group>
      <Text size="sm" mt="xs">
        {summary}.
      </Text>
      <ul style={{ margin: "8px 0 0", paddingLeft: 20, fontSize: 13, overflowWrap: "anywhere" }}>
        {shown.map((subject) => (
          <li key={subject.id}>
            <SubjectLink type={alert.type} subject={subject} />
          </li>
        ))}
        {isAll && left > 0 && <li className="muted">{ALERTS.more(left)}</li>}
      </ul>
      {!isAll && left > 0 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setIsAll(true)}>
          {ALERTS.showAll(subject_count)}
        </Button>
      )}
      {notified_at === null && (
        <Text size="xs" className="muted" mt="xs">
          {ALERTS.notTold}
        </Text>
      )}
    </Paper>
  );
}

/** What an alert is about, with a link to where it is repaired. */
function SubjectLink({ type, subject }: { type: Alert["type"]; subject: Alert["subjects"][number] }) {
  const { id, text, linked_account_id: account } = subject;
  if (type === "workflow_failures")
    return (
      <TextLink to="/$environment/executions" search={{ status: "ERRORED", workflow_id: id }}>
        {text}
      </TextLink>
    );
  if (type === "webhook_failing")
    return (
      <TextLink to="/$environment/webhooks/$id" params={{ id }}>
        {text}
      </TextLink>
    );
  if (account !== undefined)
    return (
      <TextLink to="/$environment/customers/$id" params={{ id: account }}>
        {text}
      </TextLink>
    );
  return text;
}
