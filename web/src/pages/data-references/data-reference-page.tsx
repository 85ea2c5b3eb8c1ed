import { ActionIcon, Group, Pagination, Skeleton, Table, VisuallyHidden } from "@mantine/core";
import { IconLink, IconX } from "@tabler/icons-react";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useChange, useRead } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { FilterBar, SearchField } from "../../parts/lists/filter-bar.tsx";
import { Nothing, NothingFits } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { DATA_REFERENCES as WORDS } from "../../words/data-references.ts";

export const Route = createLazyRoute("/$environment/data-references/$account/$name")({
  component: DataReferencePage,
});

const LIST = "/api/v2/public/dataref";
const PATH = `${LIST}/{refName}` as const;
const RENEWED = [LIST] as const;

function DataReferencePage() {
  const { account, name } = useParams({ from: "/$environment/data-references/$account/$name" });
  const { filters, change, clear } = useFilters(["search", "page"]);
  const query = { search: filters.search, page: Number(filters.page ?? 1), limit: 100 };
  const { data, error, refetch } = useRead(PATH, { path: { refName: name }, query, account });
  return (
    <Page
      title={name}
      back={{ to: "/$environment/data-references", label: WORDS.list }}
      facts={
        <TextLink fz="sm" to="/$environment/customers/$id" params={{ id: account }}>
          {account}
        </TextLink>
      }
      actions={data && <Actions account={account} name={name} />}
    >
      <FilterBar onClear={clear}>
        <SearchField
          label={WORDS.find}
          value={filters.search}
          onChange={(search) => change({ search, page: undefined })}
        />
      </FilterBar>
      {error && !data && <Problem error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton height={200} />}
      {data?.rows.length === 0 &&
        (filters.search ? (
          <NothingFits onClear={() => change({ search: undefined, page: undefined })} />
        ) : (
          <Nothing icon={<IconLink size={28} />} title={WORDS.noRecords} text={WORDS.noRecordsHint} />
        ))}
      {data && data.rows.length > 0 && <Records account={account} name={name} table={data} />}
      {data && data.totalPages > 1 && (
        <Pagination
          value={data.page}
          total={data.totalPages}
          getControlProps={(control) => ({
            "aria-label": WORDS[control === "previous" ? "previousPage" : "nextPage"],
          })}
          onChange={(page) => change({ page: page === 1 ? undefined : `${page}` })}
        />
      )}
    </Page>
  );
}

interface Named {
  readonly account: string;
  readonly name: string;
}

type RecordsTable = NonNullable<ReturnType<typeof useRead<typeof PATH>>["data"]>;

/** A row for each record, a column for each application. */
function Records({ account, name, table }: Named & { readonly table: RecordsTable }) {
  const may = useMay("developer");
  const [, ...slugs] = table.headers;
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label={WORDS.records} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{WORDS.record}</Table.Th>
            {slugs.map((slug) => (
              <Table.Th key={slug}>{slug}</Table.Th>
            ))}
            {may && (
              <Table.Th w={48}>
                <VisuallyHidden>{WORDS.forget}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.rows.map((row) => (
            <Table.Tr key={row.record_id}>
              <Table.Td className="mono">{row.record_id}</Table.Td>
              {slugs.map((slug) => (
                <Table.Td key={slug} className="mono">
                  {row[slug]}
                </Table.Td>
              ))}
              {may && (
                <Table.Td>
                  <Forget account={account} name={name} record={row.record_id} />
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Forget({ account, name, record }: Named & { readonly record: string }) {
  const remove = useChange("delete", `${PATH}/records/{record_id}`, RENEWED);
  const ask = () =>
    confirm({
      title: WORDS.forgetTitle,
      text: WORDS.forgetText(record),
      action: WORDS.forgetAction,
      isDangerous: true,
      onConfirm: () =>
        remove
          .mutateAsync({ path: { refName: name, record_id: record }, account })
          .then(() => tell(WORDS.forgotten), tellProblem),
    });
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={WORDS.forgetOf(record)} onClick={ask}>
      <IconX size={16} />
    </ActionIcon>
  );
}

function Actions({ account, name }: Named) {
  const navigate = usePageNavigation();
  const clear = useChange("put", `${PATH}/clear-records`, RENEWED);
  // The list is read when it is shown; this page has nothing to read any more.
  const remove = useChange("delete", PATH, []);
  const path = { refName: name };
  const askClear = () =>
    confirm({
      title: WORDS.clearTitle,
      text: WORDS.clearText(name, account),
      action: WORDS.clearAction,
      isDangerous: true,
      onConfirm: () => clear.mutateAsync({ path, account }).then(() => tell(WORDS.cleared), tellProblem),
    });
  const askRemove = () =>
    confirm({
      title: WORDS.removeTitle,
      text: WORDS.clearText(name, account),
      action: WORDS.removeAction,
      isDangerous: true,
      onConfirm: () =>
        remove.mutateAsync({ path, account }).then(() => {
          tell(WORDS.removed);
          return navigate({ to: "/$environment/data-references" });
        }, tellProblem),
    });
  return (
    <Group gap="sm">
      <RoleButton least="developer" onClick={askClear}>
        {WORDS.clear}
      </RoleButton>
      <RoleButton least="developer" color="red" variant="light" onClick={askRemove}>
        {WORDS.remove}
      </RoleButton>
    </Group>
  );
}
