import { Alert, Button, Group, List, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { Moment } from "../../../../parts/time/moment.tsx";
import { EDITOR } from "../../../../words/workflows/editor.ts";
import { WORKFLOW_GRAPH } from "../../../../words/workflows/workflow-graph.ts";
import classes from "../editor.module.css";
import type { Saving } from "./use-saving.ts";

const MOST_PARTS = 8;

/** What others have saved since the draft was opened, and the two ways to continue. */
export function StaleBox({ stale, takeTheirs, keepMine }: Pick<Saving, "stale" | "takeTheirs" | "keepMine">) {
  if (!stale) return null;
  return (
    <Alert color="yellow" icon={<IconUsers size={18} />} title={EDITOR.staleTitle} role="alert">
      <List size="sm" listStyleType="none">
        {stale.changes.map(({ revision, at, by, nodes, edges, fields }) => (
          <List.Item key={revision} className={classes.said}>
            <strong>{by?.name ?? EDITOR.organization}</strong> <Moment at={at} />
            {": "}
            {[
              ...nodes.map(({ name, change }) => `${name} ${WORKFLOW_GRAPH[change].toLocaleLowerCase()}`),
              ...(edges.length > 0 ? [EDITOR.edges({ count: edges.length })] : []),
              ...fields,
            ]
              .slice(0, MOST_PARTS)
              .join(EDITOR.separator) || EDITOR.positions}
          </List.Item>
        ))}
      </List>
      {!stale.complete && <Text size="sm">{EDITOR.staleOlder}</Text>}
      <Group gap="sm" mt="sm">
        <Button variant="default" onClick={takeTheirs}>
          {EDITOR.takeTheirs}
        </Button>
        <Button variant="default" onClick={keepMine}>
          {EDITOR.keepMine}
        </Button>
        <Text size="sm" className="muted">
          {EDITOR.staleHelp}
        </Text>
      </Group>
    </Alert>
  );
}
