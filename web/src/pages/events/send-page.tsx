import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { useChange, useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { AccountField } from "../../parts/forms/account-field.tsx";
import { tell } from "../../parts/forms/confirm.tsx";
import { fieldErrors } from "../../parts/forms/field-errors.ts";
import { JsonField } from "../../parts/forms/json-field.tsx";
import { parseJson } from "../../parts/forms/json-text.ts";
import { useOnlyCustomer } from "../../parts/forms/remote-choices.ts";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { EVENTS } from "../../words/events.ts";
import { PARTS } from "../../words/parts/parts.ts";
import { SHELL } from "../../words/shell.ts";

export const Route = createLazyRoute("/$environment/events/send")({ component: SendPage });

const FIELDS = { event: "event", payload: "payload", linked_account_id: "linked_account_id" };

function SendPage() {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const { filters, change } = useFilters(["event", "linked_account_id"]);
  const { data: defined } = useRead("/api/v2/public/application/event", {});
  const only = useOnlyCustomer(environment);
  const event = filters.event ?? (defined?.length === 1 ? defined[0]?.name : undefined);
  const account = filters.linked_account_id ?? only;
  const chosen = defined?.find(({ name }) => name === event);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? JSON.stringify(chosen?.raw_response ?? {}, null, 2);
  const payload = parseJson(text);
  const send = useChange("post", "/api/v2/public/event", [
    "/api/v2/public/event",
    "/api/v2/public/execution",
  ]);
  const { at, rest } = fieldErrors(send.error, FIELDS);
  const isReady = event !== undefined && account !== undefined;
  const submit = () =>
    send.mutate(
      { body: { event, payload: payload }, account },
      {
        onSuccess: ({ event_id: id, executions }) => {
          tell(EVENTS.sent(executions));
          navigate({ to: "/$environment/events/$id", params: { id } });
        },
      },
    );
  return (
    <Page title={EVENTS.sendTitle} back={{ to: "/$environment/events", label: EVENTS.inbox }}>
      <Stack gap="lg" maw={640}>
        <Text size="sm" className="muted">
          {EVENTS.sendText(SHELL[environment].toLowerCase())}
        </Text>
        {rest ? <Problem error={rest} /> : null}
        <Select
          label={EVENTS.event}
          data={(defined ?? []).map(({ name }) => name)}
          value={event ?? null}
          error={at.event}
          onChange={(next) => {
            setTyped(undefined);
            change({ event: next ?? undefined });
          }}
          searchable
        />
        <AccountField
          value={account}
          width={640}
          hasLabel
          error={at.linked_account_id}
          onChange={(linked_account_id) => change({ linked_account_id })}
        />
        <JsonField label={EVENTS.payload} value={text} error={at.payload} onChange={setTyped} />
        <Group gap="sm">
          <Button loading={send.isPending} disabled={!isReady || payload === undefined} onClick={submit}>
            {environment === "production" ? EVENTS.sendInProduction : EVENTS.sendAction}
          </Button>
          <ButtonLink variant="default" to="/$environment/events">
            {PARTS.cancel}
          </ButtonLink>
        </Group>
      </Stack>
    </Page>
  );
}
