import type { Body } from "@junctor/sdk";
import { ActionIcon, Group, NativeSelect, Select, Text } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useChange, useRead } from "../../../api/use-api.ts";
import { toApplicationChoices } from "../../../parts/applications/application-choices.ts";
import { StoredForm } from "../../../parts/forms/stored-form.tsx";
import { OFFERED } from "../../../words/offered.ts";
import { AFTER_CHANGES, ALL } from "../application.ts";

export const PATH = "/api/v2/public/portal-applications";

export type Offered = Body<"put", typeof PATH>;

const OTHERS = Object.entries(OFFERED.othersOf).map(([value, label]) => ({ value, label }));

/** Which applications the portal of this environment offers, and in which order. */
export function OfferedForm({ stored }: { stored: Offered }) {
  const save = useChange("put", PATH, [PATH, ...AFTER_CHANGES]);
  return (
    <StoredForm label={OFFERED.list} words={OFFERED} stored={stored} save={save}>
      {({ applications, others }, change, readOnly) => (
        <>
          <Chosen
            slugs={applications}
            readOnly={readOnly}
            onChange={(slugs) => change({ applications: [...slugs] })}
          />
          <NativeSelect
            label={OFFERED.others}
            data={OTHERS}
            value={others}
            disabled={readOnly}
            onChange={({ currentTarget: { value } }) => change({ others: value as Offered["others"] })}
          />
        </>
      )}
    </StoredForm>
  );
}

interface ChosenProps {
  readonly slugs: readonly string[];
  readonly readOnly: boolean;
  readonly onChange: (slugs: readonly string[]) => void;
}

function Chosen({ slugs, readOnly, onChange }: ChosenProps) {
  const { data: known = [] } = useRead(ALL, {});
  const [typed, setTyped] = useState("");
  const names = new Map(known.map(({ slug, name }) => [slug, name]));
  const left = known.filter(({ slug, enabled }) => enabled && !slugs.includes(slug));
  return (
    <>
      {slugs.length === 0 && <Text size="sm">{OFFERED.none}</Text>}
      {slugs.map((slug, index) => (
        <Entry
          key={slug}
          name={names.get(slug) ?? slug}
          readOnly={readOnly}
          onUp={index > 0 ? () => onChange(swapped(slugs, index - 1)) : undefined}
          onDown={index < slugs.length - 1 ? () => onChange(swapped(slugs, index)) : undefined}
          onRemove={() => onChange(slugs.filter((one) => one !== slug))}
        />
      ))}
      {!readOnly && (
        <Select
          label={OFFERED.add}
          placeholder={OFFERED.addPlaceholder}
          data={toApplicationChoices(left)}
          value={null}
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={(slug) => {
            setTyped("");
            if (slug) onChange([...slugs, slug]);
          }}
        />
      )}
    </>
  );
}

/** The list with the entries at `index` and after it swapped. */
function swapped(slugs: readonly string[], index: number): string[] {
  const moved = slugs[index];
  const rest = slugs.filter((_, at) => at !== index);
  return moved === undefined ? rest : [...rest.slice(0, index + 1), moved, ...rest.slice(index + 1)];
}

interface EntryProps {
  readonly name: string;
  readonly readOnly: boolean;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
  readonly onRemove: () => void;
}

function Entry({ name, readOnly, onUp, onDown, onRemove }: EntryProps) {
  const button = { variant: "subtle", color: "gray" } as const;
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" truncate>
        {name}
      </Text>
      {!readOnly && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon {...button} aria-label={OFFERED.up(name)} disabled={!onUp} onClick={onUp}>
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon {...button} aria-label={OFFERED.down(name)} disabled={!onDown} onClick={onDown}>
            <IconArrowDown size={16} />
          </ActionIcon>
          <ActionIcon {...button} aria-label={OFFERED.remove(name)} onClick={onRemove}>
            <IconX size={16} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
