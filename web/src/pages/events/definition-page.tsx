import type { Reply } from "@junctor/sdk";
import { Group, Skeleton, Table, Text, Title } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useChange, useChangeIn, useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { useMay } from "../../api/use-role.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { Identifier } from "../../parts/values/identifier.tsx";
import { EVENTS } from "../../words/events.ts";
import { SHELL } from "../../words/shell.ts";
import { DefinitionForm } from "./definition-form.tsx";

export const Route = createLazyRoute("/$environment/events/definitions/$id")({ component: DefinitionPage });

const PATH = "/api/v2/public/application/event";
const ONE = `${PATH}/{event_id}` as const;
type Definition = Reply<"get", typeof ONE>;

function DefinitionPage() {
  const { id } = useParams({ from: "/$environment/events/definitions/$id" });
  const { data: definition, error, refetch } = useRead(ONE, { path: { event_id: id } });
  const may = useMay("developer");
  const save = useChange("put", ONE, [PATH]);
  return (
    <Page
      title={definition?.name ?? EVENTS.event}
      back={{ to: "/$environment/events/definitions", label: EVENTS.definitions }}
      facts={definition && <Identifier id={definition._id} />}
      actions={definition && <Actions definition={definition} />}
    >
      {error && !definition && <Problem error={error} onRetry={refetch} />}
      {!error && !definition && <Skeleton height={240} maw={640} />}
      {definition && (
        <>
          <DefinitionForm
            key={definition.__v}
            initial={{ name: definition.name, example: definition.raw_response }}
            error={save.error}
            isPending={save.isPending}
            isReadOnly={!may}
            action={EVENTS.save}
            onSubmit={(body) =>
              save.mutate({ path: { event_id: id }, body }, { onSuccess: () => tell(EVENTS.saved) })
            }
          />
          <Fields fields={definition.response} />
        </>
      )}
    </Page>
  );
}

function Actions({ definition: { _id, name } }: { definition: Definition }) {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const remove = useChange("delete", ONE, [PATH]);
  const promote = useChangeIn("production", "post", `${PATH}/{event_id}/promote`, [PATH]);
  const path = { event_id: _id };
  const askRemove = () =>
    confirm({
      title: EVENTS.removeTitle(name),
      text: EVENTS.removeText(SHELL[environment].toLowerCase()),
      action: EVENTS.remove,
      isDangerous: true,
      onConfirm: () =>
        remove.mutateAsync({ path }).then(() => {
          tell(EVENTS.removed);
          return navigate({ to: "/$environment/events/definitions" });
        }, tellProblem),
    });
  const askPromote = () =>
    confirm({
      title: EVENTS.promoteTitle(name),
      text: EVENTS.promoteText,
      action: EVENTS.promote,
      onConfirm: () => promote.mutateAsync({ path }).then(() => tell(EVENTS.promoted), tellProblem),
    });
  return (
    <Group gap="sm">
      <ButtonLink variant="default" to="/$environment/events/send" search={{ event: name }}>
        {EVENTS.send}
      </ButtonLink>
      {environment === "test" && (
        <RoleButton least="developer" environment="production" onClick={askPromote}>
          {EVENTS.promote}
        </RoleButton>
      )}
      <RoleButton least="developer" color="red" variant="light" onClick={askRemove}>
        {EVENTS.remove}
      </RoleButton>
    </Group>
  );
}

function Fields({ fields }: { fields: Definition["response"] }) {
  return (
    <section aria-label={EVENTS.fields}>
      <Title order={2} fz={15} mb="sm">
        {EVENTS.fields}
      </Title>
      {fields.length === 0 ? (
        <Text size="sm" className="muted">
          {EVENTS.noFields}
        </Text>
      ) : (
        <Table maw={640} fz="sm" aria-label={EVENTS.fields}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{EVENTS.field}</Table.Th>
              <Table.Th>{EVENTS.type}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(({ key, type }) => (
              <Table.Tr key={key}>
                <Table.Td className="mono">{key}</Table.Td>
                <Table.Td>{type}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
