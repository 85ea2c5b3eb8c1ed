import { Button, Group, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { type Item, useChange, usePages } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { useMay } from "../../../api/use-role.ts";
import { confirm, tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { DataList } from "../../../parts/lists/data-list.tsx";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { TakesRole } from "../../../parts/page/takes-role.tsx";
import { useOpening } from "../../../parts/page/use-opening.ts";
import { Moment } from "../../../parts/time/moment.tsx";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { SHELL } from "../../../words/shell.ts";
import { openNewKey } from "./new-key.tsx";

export const Route = createLazyRoute("/$environment/settings/api-keys")({ component: ApiKeysTab });

const PATH = "/api/v2/public/api-keys";

type ApiKey = Item<typeof PATH>;

function ApiKeysTab() {
  return useMay("developer") ? <ApiKeys /> : <TakesRole what={SETTINGS.apiKeys} least="developer" />;
}

function ApiKeys() {
  const environment = useEnvironment();
  const keys = usePages(PATH, {});
  const revoke = useChange("delete", `${PATH}/{id}`, [PATH]);
  const revokeKey = (key: ApiKey) =>
    confirm({
      title: SETTINGS.revokeTitle(calledKey(key)),
      text: SETTINGS.revokeText(SHELL[environment].toLowerCase()),
      action: SETTINGS.revoke,
      isDangerous: true,
      onConfirm: () =>
        revoke.mutate(
          { path: { id: key.id } },
          { onSuccess: () => tell(SETTINGS.revoked(calledKey(key))), onError: tellProblem },
        ),
    });
  useOpening("new", () => openNewKey(environment));
  const newKey = <Button onClick={() => openNewKey(environment)}>{SETTINGS.newKey}</Button>;
  const isEmpty = !keys.isPending && keys.items.length === 0;
  return (
    <Stack gap="md">
      {!isEmpty && (
        <Group justify="space-between">
          <Text size="sm" className="muted">
            {SETTINGS.keysOf(SHELL[environment].toLowerCase())}
          </Text>
          {newKey}
        </Group>
      )}
      <DataList
        label={SETTINGS.apiKeys}
        source={keys}
        idOf={({ id }) => id}
        columns={[
          { header: SETTINGS.keyName, cell: calledKey },
          {
            header: SETTINGS.key,
            width: 110,
            cell: ({ last_four }) => <span className="mono">…{last_four}</span>,
          },
          { header: SETTINGS.keyRole, width: 110, cell: ({ role: of }) => SETTINGS.roles[of] },
          {
            header: SETTINGS.created,
            width: 120,
            isMinor: true,
            cell: ({ created_at }) => <Moment at={created_at} />,
          },
          {
            header: SETTINGS.keyExpires,
            width: 120,
            cell: ({ expires_at }) => (expires_at ? <Moment at={expires_at} /> : SETTINGS.never),
          },
          { header: SETTINGS.lastUsed, width: 200, isMinor: true, cell: lastUse },
          {
            header: SETTINGS.revoke,
            isHeaderHidden: true,
            width: 90,
            align: "right",
            cell: (key) => (
              <Button variant="subtle" color="red" size="compact-xs" onClick={() => revokeKey(key)}>
                {SETTINGS.revoke}
              </Button>
            ),
          },
        ]}
        empty={
          <Nothing
            icon={<IconKey size={28} />}
            title={SETTINGS.noKeys}
            text={SETTINGS.noKeysHelp}
            action={newKey}
          />
        }
      />
    </Stack>
  );
}

function lastUse({ last_used_at, last_used_from }: ApiKey) {
  if (!last_used_at) return SETTINGS.neverUsed;
  return last_used_from ? `${last_used_at.slice(0, 10)} · ${last_used_from}` : last_used_at.slice(0, 10);
}

function calledKey({ name, last_four }: ApiKey): string {
  return name ?? SETTINGS.unnamedKey(last_four);
}
