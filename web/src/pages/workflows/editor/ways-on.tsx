import { ActionIcon, Anchor, Button, Group, Text, Title } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { ERROR } from "../../../parts/workflow-graph/graph.ts";
import { EDITOR } from "../../../words/workflows/editor.ts";
import type { WorkflowNode } from "../workflow.ts";
import { canFail, waysFrom } from "./document/branches.ts";
import { getNode } from "./document/document.ts";
import classes from "./editor.module.css";
import type { Commands } from "./use-commands.ts";
import type { Editor } from "./use-editor.ts";

interface WaysOnProps {
  readonly node: WorkflowNode;
  readonly editor: Editor;
  readonly commands: Commands;
  readonly onConnect: () => void;
}

/** Where each branch of a step leads: the edges of the canvas, in words. */
export function WaysOn({ node, editor, commands, onConnect }: WaysOnProps) {
  const { document, isReadOnly, select, leadTo } = editor;
  const leaving = document.edges.filter(({ source }) => source === node.id);
  const ways = [...waysFrom(node, document), ...(canFail(node, document) ? [ERROR] : [])];
  if (ways.length === 0) return null;
  return (
    <section aria-label={EDITOR.leadsTo}>
      <Group justify="space-between" mb={4}>
        <Title order={3} className={classes.part}>
          {EDITOR.leadsTo}
        </Title>
        {!isReadOnly && (
          <Button variant="subtle" size="compact-xs" onClick={onConnect}>
            {EDITOR.connectTo}
          </Button>
        )}
      </Group>
      <dl className={classes.ways}>
        {ways.map((way) => {
          const edges = leaving.filter(({ sourceHandle }) => sourceHandle === way);
          if (edges.length === 0 && way === ERROR) return null;
          return (
            <div key={way ?? ""}>
              <dt>{way === null ? EDITOR.next : EDITOR.branch({ branch: way })}</dt>
              <dd>
                {edges.length === 0 && (
                  <Text size="sm" className="muted">
                    {EDITOR.nothingNext}
                  </Text>
                )}
                {edges.map(({ id, target }) => {
                  const name = getNode(document, target)?.name ?? target;
                  return (
                    <Group key={id} gap={4} wrap="nowrap">
                      <Anchor
                        component="button"
                        type="button"
                        size="sm"
                        className={classes.target}
                        onClick={() => {
                          select([target]);
                          leadTo(target);
                        }}
                      >
                        {name}
                      </Anchor>
                      {!isReadOnly && (
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          size={20}
                          aria-label={EDITOR.disconnect({ name })}
                          onClick={() => commands.removeOne(id)}
                        >
                          <IconX size={12} />
                        </ActionIcon>
                      )}
                    </Group>
                  );
                })}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
