import type { Reply } from "@junctor/sdk";
import { Badge, Checkbox, Group, Select, Table, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { OWN } from "../../../words/applications.ts";
import classes from "./operation-table.module.css";

/** What an import of a document proposes. */
export type DocumentPreview = Reply<"post", "/api/v2/public/application/openapi/preview">;
export type DocumentOperation = DocumentPreview["operations"][number];

// Further ones are found by the filters above.
const MOST_SHOWN = 500;

interface OperationTableProps {
  readonly operations: readonly DocumentOperation[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: Set<string>) => void;
}

/** The operations of a document, to choose from. */
export function OperationTable({ operations, chosen, onChoose }: OperationTableProps) {
  const [text, setText] = useState("");
  const [tag, setTag] = useState<string | null>(null);
  const tags = useMemo(() => [...new Set(operations.flatMap((one) => one.tags))].sort(), [operations]);
  const shown = operations.filter((one) => fits(one, text, tag));
  const chosenShown = shown.filter(({ id }) => chosen.has(id)).length;
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const after = new Set(chosen);
    for (const id of ids) isChosen ? after.add(id) : after.delete(id);
    onChoose(after);
  };
  return (
    <>
      <Group gap="sm">
        <TextInput
          type="search"
          aria-label={OWN.findOperation}
          placeholder={OWN.findOperation}
          leftSection={<IconSearch size={14} aria-hidden />}
          w={260}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {tags.length > 1 && (
          <Select
            aria-label={OWN.tag}
            placeholder={OWN.tag}
            data={tags}
            value={tag}
            onChange={setTag}
            clearable
            searchable
            w={180}
          />
        )}
        <Text size="sm" className="muted" aria-live="polite">
          {OWN.operations(chosen.size, operations.length)}
        </Text>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={classes.scroller} tabIndex={0} aria-label={OWN.step2}>
        <Table aria-label={OWN.step2} fz="sm" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36}>
                <Checkbox
                  aria-label={OWN.chooseAll}
                  checked={shown.length > 0 && chosenShown === shown.length}
                  indeterminate={chosenShown > 0 && chosenShown < shown.length}
                  onChange={({ currentTarget }) =>
                    choose(
                      shown.map(({ id }) => id),
                      currentTarget.checked,
                    )
                  }
                />
              </Table.Th>
              <Table.Th w={90}>{OWN.method}</Table.Th>
              <Table.Th>{OWN.path}</Table.Th>
              <Table.Th>{OWN.summary}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.slice(0, MOST_SHOWN).map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>
                  <Checkbox
                    aria-label={`${OWN.choose} ${one.method.toUpperCase()} ${one.path}`}
                    checked={chosen.has(one.id)}
                    onChange={({ currentTarget }) => choose([one.id], currentTarget.checked)}
                  />
                </Table.Td>
                <Table.Td className="mono">{one.method.toUpperCase()}</Table.Td>
                <Table.Td className={`mono ${classes.path}`}>{one.path}</Table.Td>
                <Table.Td>
                  {one.summary} {one.deprecated && <Badge color="gray">{OWN.deprecated}</Badge>}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {shown.length > MOST_SHOWN && (
          <Text size="sm" className="muted" p="sm">
            {OWN.moreOperations(shown.length - MOST_SHOWN)}
          </Text>
        )}
      </section>
    </>
  );
}

function fits({ id, path, summary, tags }: DocumentOperation, text: string, tag: string | null): boolean {
  if (tag !== null && !tags.includes(tag)) return false;
  return `${id} ${path} ${summary}`.toLowerCase().includes(text.trim().toLowerCase());
}
