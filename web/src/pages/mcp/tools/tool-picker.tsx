import { Button, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useRead } from "../../../api/use-api.ts";
import { toApplicationChoices } from "../../../parts/applications/application-choices.ts";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { keyOfTool, type ToolEntry } from "../servers/server-values.ts";
import { ActionCandidates, WorkflowCandidates } from "./tool-candidates.tsx";

/** Stands for workflows among the slugs of applications, which are never empty. */
const WORKFLOWS = "";

interface ToolPickerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly tools: readonly ToolEntry[];
  /** The customer that owns the server. */
  readonly account: string | undefined;
  readonly onChange: (tools: ToolEntry[]) => void;
}

/** Chooses tools among the actions of an application or the workflows; each shows its cost. */
export function ToolPicker({ opened, onClose, tools, account, onChange }: ToolPickerProps) {
  const [from, setFrom] = useState<string | null>(null);
  const [text, setText] = useState("");
  const applications = useRead("/api/v2/public/application/all", {}, { enabled: opened });
  const enabled = (applications.data ?? []).filter((one) => one.enabled);
  const chosen = new Set(tools.map(keyOfTool));
  const choose = (entries: readonly ToolEntry[], isChosen: boolean) => {
    const keys = new Set(entries.map(keyOfTool));
    const kept = tools.filter((tool) => isChosen || !keys.has(keyOfTool(tool)));
    const added = isChosen ? entries.filter((entry) => !chosen.has(keyOfTool(entry))) : [];
    onChange([...kept, ...added]);
  };
  const shared = { text: text.trim(), chosen, account, onChoose: choose };
  return (
    <Modal opened={opened} onClose={onClose} title={SERVERS.pickTitle} size="xl">
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <Select
            label={SERVERS.pickFrom}
            placeholder={SERVERS.pickChoose}
            data={[{ value: WORKFLOWS, label: SERVERS.workflows }, ...toApplicationChoices(enabled)]}
            value={from}
            onChange={(next) => {
              setFrom(next);
              setText("");
            }}
            allowDeselect={false}
            searchable
            data-autofocus
            w={260}
            maw="100%"
          />
          {from !== null && (
            <TextInput
              type="search"
              aria-label={SERVERS.pickFind}
              placeholder={SERVERS.pickFind}
              leftSection={<IconSearch size={14} aria-hidden />}
              flex={1}
              miw={160}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Group>
        {from === null && (
          <Text size="sm" className="muted">
            {SERVERS.pickEnabledOnly}
          </Text>
        )}
        {from === WORKFLOWS && <WorkflowCandidates {...shared} />}
        {from !== null && from !== WORKFLOWS && <ActionCandidates key={from} slug={from} {...shared} />}
        <Group justify="space-between" gap="sm">
          <Text size="sm" className="muted" aria-live="polite">
            {SERVERS.picked(tools.length)}
          </Text>
          <Button onClick={onClose}>{SERVERS.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
