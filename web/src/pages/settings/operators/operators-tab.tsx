import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { type Role, sessionQuery } from "../../../api/session.ts";
import { useChangeIn, usePages } from "../../../api/use-api.ts";
import { useMay } from "../../../api/use-role.ts";
import { tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { DataList } from "../../../parts/lists/data-list.tsx";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { TakesRole } from "../../../parts/page/takes-role.tsx";
import { useOpening } from "../../../parts/page/use-opening.ts";
import { Moment } from "../../../parts/time/moment.tsx";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { SHELL } from "../../../words/shell.ts";
import { RoleChoice } from "../role-choice.tsx";
import { openInvitation } from "./invitation.tsx";
import { called, type Operator, OperatorMenu } from "./operator-menu.tsx";

export const Route = createLazyRoute("/$environment/settings/operators")({ component: OperatorsTab });

const PATH = "/api/v2/public/operators";

// Operators belong to the organization, and are changed with a role in production.
function OperatorsTab() {
  return useMay("developer") ? <Operators /> : <TakesRole what={SETTINGS.operators} least="developer" />;
}

function Operators() {
  const operators = usePages(PATH, {});
  const isOwner = useMay("owner", "production");
  const change = useChangeIn("production", "put", `${PATH}/{id}`, [PATH]);
  const setRole = (operator: Operator, where: "test" | "production", role: Role | null) =>
    change.mutate(
      { path: { id: operator.id }, body: { roles: { [where]: role } } },
      { onSuccess: () => tell(SETTINGS.roleChanged(called(operator))), onError: tellProblem },
    );
  const roleColumn = (where: "test" | "production") => ({
    header: SETTINGS.roleIn(SHELL[where].toLowerCase()),
    width: 160,
    cell: (operator: Operator) => (
      <RoleChoice
        label={`${SETTINGS.roleIn(SHELL[where].toLowerCase())}: ${called(operator)}`}
        isLabelShown={false}
        value={operator.roles[where]}
        mayBeNone
        disabled={!isOwner}
        onChange={(role) => setRole(operator, where, role)}
      />
    ),
  });
  useOpening("invite", openInvitation);
  return (
    <Stack gap="md">
      <Group justify="flex-end">
        <Button
          disabled={!isOwner}
          title={isOwner ? undefined : SETTINGS.ownersOnly}
          onClick={() => openInvitation()}
        >
          {SETTINGS.invite}
        </Button>
      </Group>
      <DataList
        label={SETTINGS.operators}
        source={operators}
        idOf={({ id }) => id}
        columns={[
          { header: SETTINGS.operator, cell: (operator) => <OperatorName operator={operator} /> },
          roleColumn("test"),
          roleColumn("production"),
          {
            header: SETTINGS.added,
            width: 120,
            isMinor: true,
            cell: ({ created_at }) => <Moment at={created_at} />,
          },
          {
            header: SHELL.actions,
            isHeaderHidden: true,
            width: 56,
            align: "right",
            cell: (operator) => <OperatorMenu operator={operator} isOwner={isOwner} />,
          },
        ]}
        empty={
          <Nothing
            icon={<IconUsers size={28} />}
            title={SETTINGS.noOperators}
            text={SETTINGS.noOperatorsHelp}
          />
        }
      />
    </Stack>
  );
}

function OperatorName({ operator }: { operator: Operator }) {
  const { data: session } = useQuery(sessionQuery);
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" truncate>
        {called(operator)}
      </Text>
      {operator.name && (
        <Text size="sm" className="muted" truncate>
          {operator.email}
        </Text>
      )}
      {operator.id === session?.operator.id && <Badge color="gray">{SETTINGS.you}</Badge>}
      {operator.last_sign_in_at === null && <Badge color="gray">{SETTINGS.invited}</Badge>}
    </Group>
  );
}
