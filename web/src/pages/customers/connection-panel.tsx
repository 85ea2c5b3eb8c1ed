import { ActionIcon, Alert, Badge, Menu, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconDots } from "@tabler/icons-react";
import { useChange } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { useMay } from "../../api/use-role.ts";
import { ApplicationIcon } from "../../parts/applications/application-icon.tsx";
import { ReconnectButton } from "../../parts/applications/reconnect-button.tsx";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { State } from "../../parts/values/state.tsx";
import { CONNECTIONS } from "../../words/customers.ts";
import { REQUESTS } from "../../words/requests.ts";
import { ConnectionFacts } from "./connection-facts.tsx";
import { ConnectionHistory } from "./connection-history.tsx";
import classes from "./connection-panel.module.css";
import {
  AFTER_CONNECTIONS,
  type Connection,
  type Customer,
  canBecomeDefault,
  getName,
  HEALTH_MOODS,
} from "./customer.ts";
import { RenameConnection } from "./rename-connection.tsx";

const OF_APPLICATION = "/api/v2/public/linked-account/integration/{slug}";

interface ConnectionPanelProps {
  readonly connection: Connection;
  readonly customer: Customer;
  /** The customer's other connections to the same application. */
  readonly others: readonly Connection[];
}

/** One connection: its health, the cause, and what can be done. */
export function ConnectionPanel({ connection, customer, others }: ConnectionPanelProps) {
  const isOneOfSeveral = others.length > 0;
  const { slug, application, name, is_default: isDefault, status } = connection;
  const check = useChange("post", `${OF_APPLICATION}/check`, AFTER_CONNECTIONS);
  const checkNow = () =>
    check.mutate(
      { path: { slug }, account: customer.account_id },
      {
        onSuccess: ({ connections }) => {
          const now = connections.find(({ _id }) => _id === connection._id)?.status ?? status;
          tell(CONNECTIONS.checked(application, CONNECTIONS.status[now]));
        },
        onError: tellProblem,
      },
    );
  return (
    <section className={classes.panel} aria-label={isOneOfSeveral ? `${application}: ${name}` : application}>
      <div className={classes.head}>
        <div className={classes.name}>
          <ApplicationIcon slug={slug} name={application} size={24} />
          <Title order={2} fz="md">
            <TextLink to="/$environment/applications/$slug" params={{ slug }} c="inherit" fw={600}>
              {application}
            </TextLink>
          </Title>
          {name !== application && <span className="muted">{CONNECTIONS.as(name)}</span>}
          {isOneOfSeveral && isDefault && <Badge variant="default">{CONNECTIONS.default}</Badge>}
          <State mood={HEALTH_MOODS[status]} word={CONNECTIONS.status[status]} />
        </div>
        <div className={classes.name}>
          <ButtonLink
            to="/$environment/requests"
            search={{ connection_id: connection._id }}
            variant="subtle"
            color="gray"
          >
            {REQUESTS.ofConnection}
          </ButtonLink>
          <RoleButton least="support" onClick={checkNow} loading={check.isPending}>
            {CONNECTIONS.check}
          </RoleButton>
          <ReconnectButton
            slug={slug}
            account={customer.account_id}
            connectionId={connection._id}
            isPrimary={status === "expired"}
          />
          <MoreActions connection={connection} customer={customer} others={others} />
        </div>
      </div>
      <div className={classes.body}>
        {status !== "healthy" && <Trouble connection={connection} />}
        <ConnectionFacts connection={connection} />
        <ConnectionHistory
          connection={connection}
          account={customer.account_id}
          isTold={status !== "healthy"}
        />
      </div>
    </section>
  );
}

/** What is wrong, what helps, and the provider's message. */
function Trouble({ connection: { status, cause, what_to_do: help, detail } }: { connection: Connection }) {
  return (
    <Alert
      color={status === "expired" ? "red" : "yellow"}
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={cause ?? CONNECTIONS.status[status]}
    >
      <Stack gap="sm">
        {help && <Text size="sm">{help}</Text>}
        {detail && (
          <div>
            <Text size="xs" className="muted">
              {CONNECTIONS.providerSaid}
            </Text>
            <span className={`mono ${classes.said}`}>{detail}</span>
          </div>
        )}
      </Stack>
    </Alert>
  );
}

function MoreActions({ connection, customer, others }: ConnectionPanelProps) {
  const environment = useEnvironment();
  const mayDisconnect = useMay("developer");
  const { _id: id, slug, application, name } = connection;
  const shown = others.length > 0 ? `${application}: ${name}` : application;
  const disconnect = useChange("delete", OF_APPLICATION, AFTER_CONNECTIONS);
  const update = useChange("patch", `${OF_APPLICATION}/connections/{connection_id}`, AFTER_CONNECTIONS);
  const [isRenaming, { open: rename, close: endRenaming }] = useDisclosure();
  if (!mayDisconnect) return null;
  const ask = () =>
    confirm({
      title: CONNECTIONS.disconnectTitle(shown),
      text: CONNECTIONS.disconnectText(shown, getName(customer), environment),
      action: CONNECTIONS.disconnect,
      isDangerous: true,
      onConfirm: () =>
        disconnect.mutate(
          { path: { slug }, query: { connection_id: id }, account: customer.account_id },
          { onSuccess: () => tell(CONNECTIONS.disconnected(shown)), onError: tellProblem },
        ),
    });
  const makeDefault = () =>
    update.mutate(
      { path: { slug, connection_id: id }, body: { is_default: true }, account: customer.account_id },
      { onSuccess: () => tell(CONNECTIONS.madeDefault(shown)), onError: tellProblem },
    );
  return (
    <>
      <RenameConnection
        opened={isRenaming}
        connection={connection}
        account={customer.account_id}
        onClose={endRenaming}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`${CONNECTIONS.more}: ${shown}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={rename}>{CONNECTIONS.rename}</Menu.Item>
          {canBecomeDefault(connection, others) && (
            <Menu.Item onClick={makeDefault}>{CONNECTIONS.makeDefault}</Menu.Item>
          )}
          <Menu.Item color="red" onClick={ask}>
            {CONNECTIONS.disconnect}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
