import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useRead } from "../../../api/use-api.ts";
import { type FieldChange, fieldChanges } from "../../../parts/changes/changes.ts";
import { ChangesTable } from "../../../parts/changes/changes-table.tsx";
import type { PageAddress } from "../../../parts/links/page-link.tsx";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { Moment } from "../../../parts/time/moment.tsx";
import { type Fact, FactList } from "../../../parts/values/fact-list.tsx";
import { Identifier } from "../../../parts/values/identifier.tsx";
import { AUDIT_LOG } from "../../../words/settings/audit-log.ts";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { type AuditEntry, getActor, getChange, getPage } from "./audit-log.ts";

export const Route = createLazyRoute("/$environment/settings/audit-log/$id")({ component: EntryPage });

const PATH = "/api/v2/public/audit-log/{id}";

function EntryPage() {
  const { id } = useParams({ from: "/$environment/settings/audit-log/$id" });
  const { data: entry, error, refetch } = useRead(PATH, { path: { id } });
  if (!entry) return error ? <Problem error={error} onRetry={refetch} /> : <Skeleton height={160} />;
  const changes = changesOf(entry.before, entry.after);
  return (
    <Stack gap="md">
      <TextLink to="/$environment/settings/audit-log" fz="sm">
        {SETTINGS.auditLog}
      </TextLink>
      <Title order={2} fz={16} style={{ overflowWrap: "anywhere" }}>
        {getChange(entry)}
        {entry.object.name ? `: ${entry.object.name}` : ""}
      </Title>
      <Facts entry={entry} place={entry.sequence} hash={entry.hash} />
      <section>
        <Title order={3} fz={15} mb={8}>
          {AUDIT_LOG.values}
        </Title>
        {changes.length > 0 ? (
          <ChangesTable label={AUDIT_LOG.values} fields={changes} />
        ) : (
          <Text size="sm" className="muted">
            {AUDIT_LOG.noValues}
          </Text>
        )}
      </section>
    </Stack>
  );
}

type AuditValues = Readonly<Record<string, unknown>> | null;

// Saving gives triggers and edges new ids.
const GIVEN_ANEW = /^(edges\.\d+\.id|.*\._id)$/;

function changesOf(before: AuditValues, after: AuditValues): FieldChange[] {
  if (before !== null && after !== null)
    return fieldChanges("", before, after).filter(({ path }) => !GIVEN_ANEW.test(path));
  const whole = Object.entries(before ?? after ?? {});
  return whole.map(([path, value]) =>
    before === null ? { path, before: undefined, after: value } : { path, before: value, after: undefined },
  );
}

function Facts({ entry, place, hash }: { entry: AuditEntry; place: number; hash: string }) {
  const { object, actor, operation, address, user_agent, linked_account_id: account } = entry;
  const page = getPage(entry);
  const link = (to: PageAddress, text: string) => (
    <TextLink fz="sm" {...to}>
      {text}
    </TextLink>
  );
  const log = (text: string, search: Readonly<Record<string, string>>) =>
    link({ to: "/$environment/settings/audit-log", search }, text);
  const kind = AUDIT_LOG.kinds[actor.kind];
  const name = object.name ?? object.id ?? "–";
  const facts: (Fact | undefined)[] = [
    [AUDIT_LOG.when, <Moment key="at" at={entry.at} />],
    [
      AUDIT_LOG.who,
      <span key="who">
        {actor.id ? log(getActor(entry), { actor_id: actor.id }) : getActor(entry)}{" "}
        {(actor.name ?? actor.id) !== null && <span className="muted">{kind}</span>}
      </span>,
    ],
    [AUDIT_LOG.object, page ? link(page, name) : name],
    object.id
      ? [AUDIT_LOG.changes, log(AUDIT_LOG.allChanges, { object_type: object.type, object_id: object.id })]
      : undefined,
    account
      ? [AUDIT_LOG.customer, link({ to: "/$environment/customers/$id", params: { id: account } }, account)]
      : undefined,
    operation
      ? [
          AUDIT_LOG.operation,
          <span key="op" className="mono">
            {operation}
          </span>,
        ]
      : undefined,
    address ? [AUDIT_LOG.from, address] : undefined,
    user_agent ? [AUDIT_LOG.browser, user_agent] : undefined,
    [AUDIT_LOG.environment, AUDIT_LOG.environments[entry.environment ?? "both"]],
    entry.secrets.length > 0 ? [AUDIT_LOG.secrets, entry.secrets.join(", ")] : undefined,
    [AUDIT_LOG.place, place.toLocaleString("en")],
    [AUDIT_LOG.hash, <Identifier key="hash" id={hash} />],
  ];
  return <FactList labelWidth={150} style={{ overflowWrap: "anywhere" }} facts={facts} />;
}
