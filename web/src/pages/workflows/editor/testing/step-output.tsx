import { Group, Switch, Title } from "@mantine/core";
import { JsonTree } from "../../../../parts/json-tree/json-tree.tsx";
import { EDITOR } from "../../../../words/workflows/editor.ts";
import classes from "../editor.module.css";
import type { Test } from "./use-test.ts";

interface StepOutputProps {
  readonly id: string;
  readonly test: Pick<Test, "sample" | "pinned" | "pin">;
}

/** A step's last output, which can be pinned: tests then use it instead of running the step. */
export function StepOutput({ id, test: { sample, pinned, pin } }: StepOutputProps) {
  const kept = pinned.get(id);
  const output = kept ?? sample.nodes[id];
  if (output === undefined) return null;
  const isFields = typeof output === "object" && output !== null && !Array.isArray(output);
  return (
    <section aria-label={EDITOR.output}>
      <Group justify="space-between" mb={4}>
        <Title order={3} className={classes.part}>
          {EDITOR.output}
        </Title>
        {isFields && (
          <Switch
            label={EDITOR.pin}
            checked={kept !== undefined}
            onChange={({ currentTarget: { checked } }) =>
              pin(id, checked ? (output as Record<string, unknown>) : undefined)
            }
          />
        )}
      </Group>
      <div className={classes.output}>
        <JsonTree key={id} value={output} label={EDITOR.output} openLevels={3} />
      </div>
    </section>
  );
}
