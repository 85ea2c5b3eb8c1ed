import { Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../../api/session.ts";
import { useChange } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { ALERTS } from "../../words/alerts.ts";
import { RENEWED } from "./alert.ts";
import { useSendsMail } from "./use-sends-mail.ts";

const TYPES = ["workflow_failures", "connection_expired", "webhook_failing"] as const;

/** Shown while there is no rule: what rules are for, and three that suit everybody. */
export function StarterRules() {
  const sendsMail = useSendsMail();
  const { data: session } = useQuery(sessionQuery);
  const email = sendsMail ? session?.operator.email : undefined;
  const may = useMay("developer");
  return (
    <Nothing
      icon={<IconAlertTriangle size={28} />}
      title={ALERTS.startTitle}
      text={ALERTS.startText}
      action={
        <Stack gap="md" align="center">
          <ul style={{ margin: 0, paddingLeft: 20, fontSize: 13, lineHeight: 1.6, textAlign: "left" }}>
            {TYPES.map((type) => (
              <li key={type}>
                <strong>{ALERTS.starterNames[type]}</strong>: {ALERTS.starterTexts[type]}
              </li>
            ))}
          </ul>
          <Text size="xs" className="muted">
            {email ? ALERTS.startMail(email) : ALERTS.startWebhook}
          </Text>
          {may && <Buttons email={email} />}
        </Stack>
      }
    />
  );
}

function Buttons({ email }: { email: string | undefined }) {
  const create = useChange("post", "/api/v2/public/alert-rules", RENEWED);
  const addAll = async () => {
    try {
      for (const type of TYPES)
        await create.mutateAsync({
          body: { name: ALERTS.starterNames[type], type, ...(email && { emails: [email] }) },
        });
      tell(ALERTS.added);
    } catch (error) {
      tellProblem(error);
    }
  };
  return (
    <Group gap="sm" justify="center">
      <Button loading={create.isPending} onClick={addAll}>
        {ALERTS.startAction}
      </Button>
      <ButtonLink to="/$environment/alerts/rules/$id" params={{ id: "new" }} variant="default">
        {ALERTS.startOwn}
      </ButtonLink>
    </Group>
  );
}
