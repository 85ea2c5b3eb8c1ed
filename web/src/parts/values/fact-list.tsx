import { DataList, type DataListProps } from "@mantine/core";
import type { ReactNode } from "react";

/** What is known of a record, each with its name. */
export type Fact = readonly [label: string, value: ReactNode];

interface FactListProps extends Omit<DataListProps, "children"> {
  /** Undefined is left out. */
  readonly facts: readonly (Fact | undefined)[];
}

/** A record's facts below each other. */
export function FactList({ facts, ...props }: FactListProps) {
  return (
    <DataList labelWidth={110} gap="xs" {...props}>
      {facts
        .filter((fact) => fact !== undefined)
        .map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  );
}
