import { Skeleton, Tabs } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { loadedWhenShown } from "./loaded-when-shown.tsx";
import { useFilters } from "./use-filters.ts";

const LOADING = <Skeleton height={160} />;

interface PageTab<Shown> {
  /** Its name in the URL. */
  readonly name: string;
  readonly label: string;
  readonly show: (shown: Shown) => ReactNode;
}

/** The tabs of a record's page; the first is shown if the URL names none. */
export type PageTabList<Shown> = readonly [PageTab<Shown>, ...PageTab<Shown>[]];

/** The content of a tab whose code is loaded when it is first shown. */
export function loadedTab<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return loadedWhenShown(load, LOADING);
}

interface PageTabsProps<Shown> {
  readonly label: string;
  readonly tabs: PageTabList<Shown>;
  /** Undefined until it is read. */
  readonly shown: Shown | undefined;
}

/** The tabs of a record's page; the URL names the current one. */
export function PageTabs<Shown>({ label, tabs, shown }: PageTabsProps<Shown>) {
  const { filters, change } = useFilters(["tab"]);
  const { name, show } = tabs.find((tab) => tab.name === filters.tab) ?? tabs[0];
  return (
    <Tabs value={name} keepMounted={false} onChange={(tab) => change({ tab: tab ?? undefined })}>
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.name} value={tab.name}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={name} pt="lg">
        {shown === undefined ? LOADING : show(shown)}
      </Tabs.Panel>
    </Tabs>
  );
}
