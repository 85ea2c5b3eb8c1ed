import type { Change } from "@junctor/sdk";
import { Button, Group, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { useLive, useWatch } from "../../../../api/use-live.ts";
import { LOCALE } from "../../../../words/parts/locale.ts";
import { EDITOR } from "../../../../words/workflows/editor.ts";
import type { Saving } from "./use-saving.ts";

type Draft = Exclude<Change, { kind: "reset" }>;

interface OthersLineProps {
  readonly workflow: string;
  readonly isChanged: boolean;
  readonly saving: Saving;
}

/** Who else has the draft open, and that one of them has saved it since it was read here. */
export function OthersLine({ workflow, isChanged, saving }: OthersLineProps) {
  const { readers = [], saved } = useOthers(workflow);
  const { revision, isSaving, stale, takeTheirs } = saving;
  const isNewer = !!saved && saved.revision > revision && !isSaving && !stale;
  if (readers.length === 0 && !isNewer) return null;
  const names = readers.map(({ name }) => name ?? EDITOR.somebody);
  return (
    <Group gap="sm" role="status">
      <IconUsers size={16} aria-hidden />
      {names.length > 0 && (
        <Text size="sm">
          {EDITOR.alsoHere({
            count: names.length,
            names: new Intl.ListFormat(LOCALE.language).format(names),
          })}
        </Text>
      )}
      {isNewer && <Text size="sm">{EDITOR.savedBy({ name: saved.by.name ?? EDITOR.somebody })}</Text>}
      {isNewer && isChanged && (
        <Text size="sm" className="muted">
          {EDITOR.savedOver}
        </Text>
      )}
      {isNewer && !isChanged && (
        <Button variant="default" onClick={takeTheirs}>
          {EDITOR.takeTheirs}
        </Button>
      )}
    </Group>
  );
}

/** The last news of the draft. */
function useOthers(workflow: string): Partial<Draft> {
  const [told, setTold] = useState<Draft>();
  useWatch("drafts", workflow);
  useLive(["draft"], (change) => {
    if (change.kind === "draft" && change._id === workflow) setTold(change);
  });
  return told?._id === workflow ? told : {};
}
