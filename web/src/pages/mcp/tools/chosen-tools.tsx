import { ActionIcon, Group, NativeSelect, Table, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { IconPencil, IconSearch, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { keyOfTool, type ToolEntry } from "../servers/server-values.ts";
import classes from "./chosen-tools.module.css";
import type { EntryOutcome } from "./tool-costs.ts";
import { ToolNaming } from "./tool-naming.tsx";

// Further ones are found by the field above.
const MOST_SHOWN = 100;
const SEARCHED_FROM = 12;

const POLICIES = Object.entries(SERVERS.policies).map(([value, label]) => ({ value, label }));

interface ChosenToolsProps {
  readonly tools: readonly ToolEntry[];
  readonly outcomes: ReadonlyMap<string, EntryOutcome>;
  readonly onChange: (tools: ToolEntry[]) => void;
}

/** The tools of a server: their names, whether their calls need approval, and their cost. */
export function ChosenTools({ tools, outcomes, onChange }: ChosenToolsProps) {
  const [text, setText] = useState("");
  const [named, setNamed] = useState<number>();
  const word = text.trim().toLowerCase();
  const rows = tools.map((tool, index) => ({ tool, index, outcome: outcomes.get(keyOfTool(tool)) ?? {} }));
  const found = rows.filter(({ tool, outcome }) => textOf(tool, outcome).includes(word));
  const change = (index: number, changes: Partial<ToolEntry>) =>
    onChange(tools.map((tool, place) => (place === index ? { ...tool, ...changes } : tool)));
  const current = named === undefined ? undefined : tools[named];
  return (
    <>
      {tools.length >= SEARCHED_FROM && (
        <TextInput
          type="search"
          aria-label={SERVERS.findTool}
          placeholder={SERVERS.findTool}
          leftSection={<IconSearch size={14} aria-hidden />}
          w={260}
          maw="100%"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <Table aria-label={SERVERS.tools} fz="sm" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{SERVERS.tool}</Table.Th>
            <Table.Th w={180}>{SERVERS.policy}</Table.Th>
            <Table.Th w={70} ta="right">
              {SERVERS.tokens}
            </Table.Th>
            <Table.Th w={64}>
              <VisuallyHidden>{SERVERS.change}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.slice(0, MOST_SHOWN).map(({ tool, index, outcome }) => (
            <ToolRow
              key={`${keyOfTool(tool)}/${index}`}
              tool={tool}
              outcome={outcome}
              onChange={(changes) => change(index, changes)}
              onName={() => setNamed(index)}
              onRemove={() => onChange(tools.filter((_, place) => place !== index))}
            />
          ))}
        </Table.Tbody>
      </Table>
      {found.length > MOST_SHOWN && (
        <Text size="sm" className="muted">
          {SERVERS.moreTools(found.length - MOST_SHOWN)}
        </Text>
      )}
      <ToolNaming
        tool={current}
        onClose={() => setNamed(undefined)}
        onApply={(naming) => {
          if (named !== undefined) change(named, naming);
          setNamed(undefined);
        }}
      />
    </>
  );
}

interface ToolRowProps {
  readonly tool: ToolEntry;
  readonly outcome: EntryOutcome;
  readonly onChange: (changes: Partial<ToolEntry>) => void;
  readonly onName: () => void;
  readonly onRemove: () => void;
}

function ToolRow({ tool, outcome, onChange, onName, onRemove }: ToolRowProps) {
  const title = tool.name || outcome.tool?.title || tool.id;
  const isDenied = tool.policy === "deny";
  return (
    <Table.Tr>
      <Table.Td className={classes.name}>
        <div>{title}</div>
        <Text size="xs" className={outcome.problem ? classes.problem : "muted"}>
          {outcome.problem ?? (
            <span className="mono">
              {outcome.tool?.name ?? (tool.toolName || `${tool.slug} · ${tool.id}`)}
            </span>
          )}
        </Text>
      </Table.Td>
      <Table.Td>
        <NativeSelect
          aria-label={SERVERS.policyOf(title)}
          data={POLICIES}
          value={tool.policy}
          onChange={({ currentTarget }) => onChange({ policy: currentTarget.value as ToolEntry["policy"] })}
        />
      </Table.Td>
      <Table.Td ta="right" className="number">
        {isDenied ? "–" : (outcome.tool?.tokens.toLocaleString("en") ?? "–")}
      </Table.Td>
      <Table.Td>
        <Group gap={2} wrap="nowrap" justify="flex-end">
          <ActionIcon variant="subtle" color="gray" aria-label={SERVERS.rename(title)} onClick={onName}>
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={SERVERS.remove(title)} onClick={onRemove}>
            <IconX size={16} />
          </ActionIcon>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function textOf({ slug, id, name, toolName }: ToolEntry, { tool }: EntryOutcome): string {
  return [slug, id, name, toolName, tool?.name, tool?.title].join(" ").toLowerCase();
}
