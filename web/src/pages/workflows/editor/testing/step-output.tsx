import { Group, Switch, Title } from "@mantine/core";
import { useMemo } from "react";
import { customerPage } from "../../../../api/audience.ts";
import { findFiles } from "../../../../parts/files/shown-files.ts";
import { JsonTree } from "../../../../parts/json-tree/json-tree.tsx";
import { loadedWhenShown } from "../../../../parts/page/loaded-when-shown.tsx";
import { EDITOR } from "../../../../words/workflows/editor.ts";
import classes from "../editor.module.css";
import type { Test } from "./use-test.ts";

const FileList = loadedWhenShown(() =>
  import("../../../../parts/files/file-list.tsx").then((file) => file.FileList),
);

interface StepOutputProps {
  readonly id: string;
  readonly test: Pick<Test, "sample" | "pinned" | "pin">;
}

/** A step's last output, which can be pinned: tests then use it instead of running the step. */
export function StepOutput({ id, test: { sample, pinned, pin } }: StepOutputProps) {
  const kept = pinned.get(id);
  const output = kept ?? sample.nodes[id];
  // The addresses of files are for operators.
  const files = useMemo(() => (customerPage() ? [] : findFiles(output)), [output]);
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
      {files.length > 0 && <FileList files={files} />}
      <div className={classes.output}>
        <JsonTree key={id} value={output} label={EDITOR.output} openLevels={3} />
      </div>
    </section>
  );
}
