import { Button } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { type Item, usePages } from "../../api/use-api.ts";
import { AccountField } from "../../parts/forms/account-field.tsx";
import { PageLink, usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import { FilterBar } from "../../parts/lists/filter-bar.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { Moment } from "../../parts/time/moment.tsx";
import { DATA_REFERENCES as WORDS } from "../../words/data-references.ts";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/data-references")({ component: DataReferencesPage });

const PATH = "/api/v2/public/dataref";
const ONE = "/$environment/data-references/$account/$name";
type DataReference = Item<typeof PATH>;

function DataReferencesPage() {
  const navigate = usePageNavigation();
  const { filters, change, clear } = useFilters(["linked_account_id"]);
  const references = usePages(PATH, { query: filters });
  return (
    <Page title={SHELL.dataReferences}>
      <FilterBar onClear={clear}>
        <AccountField
          value={filters.linked_account_id}
          onChange={(linked_account_id) => change({ linked_account_id })}
        />
      </FilterBar>
      <DataList
        label={SHELL.dataReferences}
        source={references}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={(reference) => navigate({ to: ONE, params: paramsOf(reference) })}
        onClear={clear}
        empty={<NoReferences />}
      />
    </Page>
  );
}

const paramsOf = ({ linked_account_id: account, name }: DataReference) => ({ account, name });

const COLUMNS: readonly Column<DataReference>[] = [
  {
    header: WORDS.name,
    cell: (reference) => (
      <PageLink to={ONE} params={paramsOf(reference)}>
        {reference.name}
      </PageLink>
    ),
  },
  { header: WORDS.customer, cell: ({ linked_account_id }) => linked_account_id },
  { header: WORDS.group, width: 160, isMinor: true, cell: ({ group }) => group },
  {
    header: WORDS.ids,
    width: 110,
    align: "right",
    cell: ({ external_ids: count }) => count.toLocaleString("en"),
  },
  { header: WORDS.changed, width: 160, isMinor: true, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
];

function NoReferences() {
  return (
    <Nothing
      icon={<IconLink size={28} />}
      title={WORDS.none}
      text={WORDS.noneHint}
      action={
        <Button variant="default" component="a" href="/guides/data-references">
          {WORDS.readMore}
        </Button>
      }
    />
  );
}
