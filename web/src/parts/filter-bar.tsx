import { Button, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { PARTS } from "../words/parts.ts";

const TYPING_MS = 250;

/** The filters above a list. */
export function FilterBar({ onClear, children }: { onClear?: () => void; children: ReactNode }) {
  return (
    <Group gap="sm" role="search">
      {children}
      {onClear && (
        <Button variant="subtle" color="gray" onClick={onClear}>
          {PARTS.clearFilters}
        </Button>
      )}
    </Group>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly width?: number;
}

/** A text to look for; `/` goes there. */
export function SearchField({ label, value = "", onChange, width = 260 }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const told = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), TYPING_MS);
  useEffect(() => setTyped(value), [value]);
  useHotkeys([["/", () => field.current?.focus()]]);
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden />}
      w={width}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        told(currentTarget.value);
      }}
    />
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | undefined) => void;
  readonly width?: number;
}

/** One of several values, or none. */
export function ChoiceField({ label, value, options, onChange, width = 150 }: ChoiceFieldProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...options]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      clearButtonProps={{ "aria-label": `${PARTS.clear}: ${label}` }}
      searchable={options.length > 8}
      w={width}
    />
  );
}
