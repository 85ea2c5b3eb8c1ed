import { Button, Group, Stack, Text } from "@mantine/core";
import { IconHistory, IconX } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { usePages } from "../../../api/use-api.ts";
import { useMay } from "../../../api/use-role.ts";
import { AccountField } from "../../../parts/forms/account-field.tsx";
import { PageLink, usePageNavigation } from "../../../parts/links/page-link.tsx";
import { DataList } from "../../../parts/lists/data-list.tsx";
import { ChoiceField, FilterBar, SearchField } from "../../../parts/lists/filter-bar.tsx";
import type { Column } from "../../../parts/lists/list-row.tsx";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { TakesRole } from "../../../parts/page/takes-role.tsx";
import { useFilters } from "../../../parts/page/use-filters.ts";
import { Moment } from "../../../parts/time/moment.tsx";
import { PeriodField } from "../../../parts/time/period-field.tsx";
import { PERIOD_FILTERS, usePeriod } from "../../../parts/time/use-period.ts";
import { AUDIT_LOG } from "../../../words/settings/audit-log.ts";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { type AuditEntry, getActor, getChange } from "./audit-log.ts";
import { ExportButton } from "./export-button.tsx";

export const Route = createLazyRoute("/$environment/settings/audit-log")({ component: AuditLogTab });

const PATH = "/api/v2/public/audit-log";
const FILTERS = [
  "search",
  "actor_kind",
  "actor_id",
  "object_type",
  "object_id",
  "linked_account_id",
  ...PERIOD_FILTERS,
] as const;
const KINDS = Object.entries(AUDIT_LOG.kinds).map(([value, label]) => ({ value, label }));
const OBJECTS = Object.entries(AUDIT_LOG.objects).map(([value, label]) => ({ value, label }));
const EVERY_MS = 15_000;

function AuditLogTab() {
  return useMay("developer") ? <AuditLog /> : <TakesRole what={SETTINGS.auditLog} least="developer" />;
}

function AuditLog() {
  const navigate = usePageNavigation();
  const { filters, change, clear } = useFilters(FILTERS);
  const { period, from, to, actor_kind, ...rest } = filters;
  const query = {
    ...rest,
    ...usePeriod({ period, from, to }),
    actor_kind: actor_kind as AuditEntry["actor"]["kind"],
  };
  const entries = usePages(PATH, { query }, { everyMs: EVERY_MS });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text size="sm" className="muted">
          {AUDIT_LOG.help}
        </Text>
        <ExportButton query={query} />
      </Group>
      <FilterBar onClear={clear}>
        <SearchField
          label={AUDIT_LOG.search}
          value={filters.search}
          width={200}
          onChange={(search) => change({ search })}
        />
        <ChoiceField
          label={AUDIT_LOG.object}
          value={filters.object_type}
          options={OBJECTS}
          width={190}
          onChange={(object_type) => change({ object_type })}
        />
        <ChoiceField
          label={AUDIT_LOG.kind}
          value={actor_kind}
          options={KINDS}
          onChange={(kind) => change({ actor_kind: kind })}
        />
        <AccountField
          value={filters.linked_account_id}
          onChange={(linked_account_id) => change({ linked_account_id })}
        />
        <PeriodField filters={filters} onChange={change} />
        <LinkedFilters filters={filters} first={entries.items[0]} onChange={change} />
      </FilterBar>
      <DataList
        label={SETTINGS.auditLog}
        source={entries}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id }) => navigate({ to: "/$environment/settings/audit-log/$id", params: { id } })}
        onClear={clear}
        empty={
          <Nothing icon={<IconHistory size={28} />} title={AUDIT_LOG.nothing} text={AUDIT_LOG.nothingHint} />
        }
      />
    </Stack>
  );
}

interface LinkedFiltersProps {
  readonly filters: { readonly object_id?: string; readonly actor_id?: string };
  /** A matching record, which names the object of the filters. */
  readonly first: AuditEntry | undefined;
  readonly onChange: (changes: {
    object_id?: undefined;
    actor_id?: undefined;
    object_type?: undefined;
  }) => void;
}

/** The filters that only links set: one object, or one author of changes. */
function LinkedFilters({ filters: { object_id, actor_id }, first, onChange }: LinkedFiltersProps) {
  const object = first?.object.id === object_id ? first?.object.name : undefined;
  const actor = first?.actor.id === actor_id ? first?.actor.name : undefined;
  return (
    <>
      {object_id && (
        <LinkedFilter
          text={AUDIT_LOG.onlyObject(object ?? object_id)}
          onRemove={() => onChange({ object_id: undefined, object_type: undefined })}
        />
      )}
      {actor_id && (
        <LinkedFilter
          text={AUDIT_LOG.onlyActor(actor ?? actor_id)}
          onRemove={() => onChange({ actor_id: undefined })}
        />
      )}
    </>
  );
}

function LinkedFilter({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <Button
      variant="default"
      maw={280}
      aria-label={AUDIT_LOG.remove(text)}
      rightSection={<IconX size={14} aria-hidden />}
      onClick={onRemove}
    >
      {text}
    </Button>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { header: AUDIT_LOG.change, width: "26%", cell: (entry) => <EntryLink entry={entry} /> },
  { header: AUDIT_LOG.objectName, cell: ({ object }) => object.name ?? object.id ?? "–" },
  { header: AUDIT_LOG.who, cell: (entry) => <Who entry={entry} /> },
  {
    header: AUDIT_LOG.fields,
    isMinor: true,
    cell: ({ fields, secrets }) => <span className="muted">{[...fields, ...secrets].join(", ") || "–"}</span>,
  },
  { header: AUDIT_LOG.from, isMinor: true, width: 130, cell: ({ address }) => address ?? "–" },
  { header: AUDIT_LOG.when, width: 100, cell: ({ at }) => <Moment at={at} /> },
];

function EntryLink({ entry }: { entry: AuditEntry }) {
  return (
    <PageLink to="/$environment/settings/audit-log/$id" params={{ id: entry._id }}>
      {getChange(entry)}
    </PageLink>
  );
}

function Who({ entry }: { entry: AuditEntry }) {
  const { kind, name, id } = entry.actor;
  return (
    <>
      {getActor(entry)} {(name ?? id) !== null && <span className="muted">{AUDIT_LOG.kinds[kind]}</span>}
    </>
  );
}
