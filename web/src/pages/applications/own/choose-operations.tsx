import type { Reply } from "@junctor/sdk";
import { Badge, Button, Checkbox, Group, Select, Stack, Table, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { fieldErrors } from "../../../parts/forms/field-errors.ts";
import { Problem } from "../../../parts/page/problem.tsx";
import { given } from "../../../parts/page/use-filters.ts";
import { OWN } from "../../../words/applications.ts";
import classes from "./choose-operations.module.css";

export type DocumentOperation = Reply<"post", "/api/v2/public/application/openapi/operations">[number];

// Further ones are found by the filters above.
const MOST_SHOWN = 500;

const NAMES = { name: "name", slug: "slug", base_url: "base_url" };

interface ChooseOperationsProps {
  readonly operations: readonly DocumentOperation[];
  readonly isAdding: boolean;
  readonly error: unknown;
  readonly onBack: () => void;
  readonly onAdd: (choice: { operations: string[] }) => void;
}

/** The operations of a document: which of them become actions, and the application's name. */
export function ChooseOperations({ operations, isAdding, error, onBack, onAdd }: ChooseOperationsProps) {
  const [chosen, setChosen] = useState(() => new Set(operations.flatMap(idIfCurrent)));
  const [naming, setNaming] = useState({ name: "", slug: "", base_url: "" });
  const { at, rest } = fieldErrors(error, NAMES);
  const name = (changes: Partial<typeof naming>) => setNaming({ ...naming, ...changes });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.size > 0) onAdd({ ...given(naming), operations: [...chosen] });
      }}
    >
      <Stack gap="md">
        <Group gap="md" align="flex-start" grow preventGrowOverflow={false} wrap="wrap">
          <TextInput
            label={OWN.name}
            description={OWN.nameHelp}
            maxLength={100}
            value={naming.name}
            error={at.name}
            onChange={({ currentTarget }) => name({ name: currentTarget.value })}
          />
          <TextInput
            label={OWN.slug}
            description={OWN.slugHelp}
            maxLength={60}
            value={naming.slug}
            error={at.slug}
            onChange={({ currentTarget }) => name({ slug: currentTarget.value })}
          />
          <TextInput
            label={OWN.baseUrl}
            description={OWN.baseUrlHelp}
            type="url"
            placeholder="https://"
            value={naming.base_url}
            error={at.base_url}
            onChange={({ currentTarget }) => name({ base_url: currentTarget.value })}
          />
        </Group>
        <OperationTable operations={operations} chosen={chosen} onChoose={setChosen} />
        {rest ? <Problem error={rest} /> : null}
        <Group gap="sm">
          <Button type="submit" loading={isAdding} disabled={chosen.size === 0}>
            {OWN.add(chosen.size)}
          </Button>
          <Button variant="default" onClick={onBack}>
            {OWN.back}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface OperationTableProps {
  readonly operations: readonly DocumentOperation[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: Set<string>) => void;
}

function OperationTable({ operations, chosen, onChoose }: OperationTableProps) {
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

function idIfCurrent({ id, deprecated }: DocumentOperation): string[] {
  return deprecated ? [] : [id];
}

function fits({ id, path, summary, tags }: DocumentOperation, text: string, tag: string | null): boolean {
  if (tag !== null && !tags.includes(tag)) return false;
  return `${id} ${path} ${summary}`.toLowerCase().includes(text.trim().toLowerCase());
}
