import { Button, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { PAGES } from "../../words/parts/pages.ts";
import { PARTS } from "../../words/parts/parts.ts";
import { usePageKeys } from "../page/use-page-keys.ts";
import classes from "./filter-bar.module.css";

const TYPING_MS = 250;

/** The filters above a list: `/` focuses the search, or the first of them, and Esc returns to the page. */
export function FilterBar({ onClear, children }: { onClear?: () => void; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const search = () => firstField(bar.current)?.focus();
  // On keyboards where / is above another key, it requires Shift.
  usePageKeys([
    ["/", search],
    ["shift+/", search],
  ]);
  return (
    <Group ref={bar} gap="sm" role="search" className={classes.bar} onKeyDown={leave}>
      {children}
      {onClear && (
        <Button variant="subtle" color="gray" onClick={onClear}>
          {PAGES.clearFilters}
        </Button>
      )}
    </Group>
  );
}

function firstField(bar: HTMLElement | null): HTMLElement | null | undefined {
  return bar?.querySelector<HTMLElement>('input[type="search"]') ?? bar?.querySelector<HTMLElement>("input");
}

function leave(event: React.KeyboardEvent): void {
  const { target, key } = event;
  // The first Esc closes the options of a field.
  if (
    key !== "Escape" ||
    !(target instanceof HTMLInputElement) ||
    target.getAttribute("aria-expanded") === "true"
  )
    return;
  // Otherwise the browser would clear a search field, and with it the filter.
  event.preventDefault();
  target.blur();
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly width?: number;
}

/** A search text. */
export function SearchField({ label, value = "", onChange, width = 260 }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const told = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), TYPING_MS);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
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
