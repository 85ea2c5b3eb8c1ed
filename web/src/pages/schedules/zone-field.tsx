import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from "@mantine/core";
import { SCHEDULES } from "../../words/schedules.ts";

// In addition to UTC, which browsers do not list.
const ZONES = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
// Further ones are found by typing.
const MOST_SHOWN = 100;

/** An IANA time zone, found by any part of its name: `new york` is America/New_York. */
export function ZoneField({ value, ...props }: Pick<SelectProps, "value" | "onChange" | "error">) {
  const isKnown = !value || ZONES.includes(value);
  return (
    <Select
      label={SCHEDULES.zone}
      description={SCHEDULES.zoneHelp}
      data={isKnown ? ZONES : [value, ...ZONES]}
      value={value}
      filter={byWords}
      limit={MOST_SHOWN}
      nothingFoundMessage={SCHEDULES.noZone}
      allowDeselect={false}
      searchable
      {...props}
    />
  );
}

const byWords: OptionsFilter = ({ options, search }) => {
  const words = plain(search).split(/\s+/);
  return (options as ComboboxItem[]).filter(({ label }) =>
    words.every((word) => plain(label).includes(word)),
  );
};

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll(/[_/]/g, " ");
}
