import type { Reply } from "@junctor/sdk";
import { Alert, Badge, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useChange, useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { confirm } from "../../parts/forms/confirm.tsx";
import { NoCustomers } from "../../parts/forms/no-customers.tsx";
import { JsonTree } from "../../parts/json-tree/json-tree.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { Prose } from "../../parts/values/prose.tsx";
import { TRY } from "../../words/applications.ts";
import { ActionForm } from "./action-form.tsx";
import type { ListedApplication } from "./application.ts";
import { ConnectCustomer } from "./connect-customer.tsx";
import { CustomerField } from "./customer-field.tsx";
import { getInput, type Parameter, useActionInput } from "./use-action-input.ts";

const ONE = "/api/v2/integration-schema/{slug}/actions/{action_id}";

export type Action = Reply<"get", "/api/v2/integration-schema/{slug}/actions">[number];

type Result = Reply<"post", `${typeof ONE}/execute`>;

interface TryActionProps {
  readonly application: ListedApplication;
  readonly action: Action;
}

/** One action: its input, a run with a customer's connection, and the result. */
export function TryAction({ application, action }: TryActionProps) {
  const { slug } = application;
  const path = { slug, action_id: action.action_id };
  const { data: parameters, error, refetch } = useRead(ONE, { path });
  return (
    <Stack gap="md">
      <div>
        <Group gap="sm">
          <Title order={2} fz="lg">
            {action.name}
          </Title>
          <Badge color="gray">{TRY.tags[action.tag]}</Badge>
          <span className="mono muted">{action.action_id}</span>
        </Group>
        {action.description !== action.name && (
          <Text size="sm" className="muted" mt="xs">
            <Prose text={action.description} />
          </Text>
        )}
      </div>
      {error && <Problem error={error} onRetry={refetch} />}
      {!parameters && !error && <Skeleton height={160} />}
      {parameters && <RunForm application={application} action={action} parameters={parameters} />}
    </Stack>
  );
}

function RunForm({
  application,
  action,
  parameters,
}: TryActionProps & { readonly parameters: readonly Parameter[] }) {
  const environment = useEnvironment();
  const { filters, change } = useFilters(["account"]);
  const { account } = filters;
  const form = useActionInput(parameters);
  const execute = useChange("post", `${ONE}/execute`, ["/api/v2/public/connections"]);
  const path = { slug: application.slug, action_id: action.action_id };
  const send = () => {
    if (account === undefined || form.validate().hasErrors) return;
    const run = () => execute.mutate({ path, account, body: getInput(parameters, form.getValues()) });
    if (action.tag === "read") run();
    else
      confirm({
        title: TRY.confirmTitle(action.name),
        text: TRY.confirmText(account, application.name, environment),
        action: TRY.runIn(environment),
        isDangerous: action.tag === "destructive",
        onConfirm: run,
      });
  };
  return (
    <Stack gap="md">
      <CustomerField
        application={application}
        value={account}
        onChange={(chosen) => change({ account: chosen })}
      />
      <NoCustomers />
      <ActionForm path={path} account={account} parameters={parameters} form={form} />
      <div>
        <RoleButton
          least="developer"
          variant="filled"
          loading={execute.isPending}
          disabled={account === undefined}
          onClick={send}
        >
          {TRY.runIn(environment)}
        </RoleButton>
      </div>
      {execute.error && <Problem error={execute.error} />}
      {execute.data && account && (
        <ActionResult result={execute.data} application={application} account={account} />
      )}
    </Stack>
  );
}

interface ActionResultProps {
  readonly result: Result;
  readonly application: ListedApplication;
  readonly account: string;
}

function ActionResult({ result, application, account }: ActionResultProps) {
  const { slug, name } = application;
  const { node_status: ended, http_status: status, data } = result;
  const isFailed = ended === "Errored";
  const { code, message } = (isFailed ? data : {}) as { code?: string; message?: string };
  return (
    <Stack gap="sm" component="section" aria-label={TRY.result} aria-live="polite">
      <Alert
        color={isFailed ? "red" : "green"}
        icon={isFailed ? <IconAlertTriangle size={18} /> : <IconCircleCheck size={18} />}
        title={`${isFailed ? TRY.failed : TRY.wellDone}${status === undefined ? "" : ` · ${TRY.http(status)}`}`}
      >
        {message && <Text size="sm">{message}</Text>}
        <TextLink
          to="/$environment/requests"
          search={{ slug, linked_account_id: account }}
          size="sm"
          c="inherit"
          underline="always"
        >
          {TRY.requests}
        </TextLink>
        {code === "auth" && (
          <Group mt="xs">
            {/* Customers do not find an application in the portal before a workflow is published for it. */}
            <ConnectCustomer slug={slug} name={name} account={account} />
          </Group>
        )}
      </Alert>
      <JsonTree value={data} label={TRY.result} />
    </Stack>
  );
}
