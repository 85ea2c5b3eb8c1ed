import { Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import type { ToolEntry } from "../servers/server-values.ts";

const TOOL_NAME = /^[A-Za-z0-9_-]{0,64}$/;

type Naming = Pick<ToolEntry, "name" | "description" | "toolName">;

interface ToolNamingProps {
  /** The tool that is being named; none: nothing is shown. */
  readonly tool: ToolEntry | undefined;
  readonly onClose: () => void;
  readonly onApply: (naming: Naming) => void;
}

/** The tool's own name and description, which replace those of what it stands for. */
export function ToolNaming({ tool, onClose, onApply }: ToolNamingProps) {
  return (
    <Modal opened={tool !== undefined} onClose={onClose} title={SERVERS.toolTitle}>
      {tool && <NamingFields tool={tool} onClose={onClose} onApply={onApply} />}
    </Modal>
  );
}

function NamingFields({ tool, onClose, onApply }: ToolNamingProps & { tool: ToolEntry }) {
  const [naming, setNaming] = useState<Naming>({
    name: tool.name,
    description: tool.description,
    toolName: tool.toolName,
  });
  const isNameBad = !TOOL_NAME.test(naming.toolName);
  return (
    <Stack gap="md">
      <TextInput
        label={SERVERS.toolName}
        description={SERVERS.toolNameHelp}
        error={isNameBad && SERVERS.badToolName}
        classNames={{ input: "mono" }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={naming.toolName}
        onChange={({ currentTarget }) => setNaming({ ...naming, toolName: currentTarget.value.trim() })}
      />
      <TextInput
        label={SERVERS.toolLabel}
        description={SERVERS.toolLabelHelp}
        maxLength={1000}
        value={naming.name}
        onChange={({ currentTarget }) => setNaming({ ...naming, name: currentTarget.value })}
      />
      <Textarea
        label={SERVERS.toolText}
        description={SERVERS.toolTextHelp}
        maxLength={10_000}
        autosize
        minRows={3}
        maxRows={12}
        value={naming.description}
        onChange={({ currentTarget }) => setNaming({ ...naming, description: currentTarget.value })}
      />
      <DialogButtons onCancel={onClose} disabled={isNameBad} onClick={() => onApply(naming)}>
        {SERVERS.apply}
      </DialogButtons>
    </Stack>
  );
}
