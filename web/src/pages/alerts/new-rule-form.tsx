import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../../api/session.ts";
import { useChange } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Page } from "../../parts/page/page.tsx";
import { ALERTS } from "../../words/alerts.ts";
import { RENEWED } from "./alert.ts";
import { emptyRule } from "./rule-values.ts";
import { useSendsMail } from "./use-sends-mail.ts";

const RuleForm = loadedWhenShown(() => import("./rule-form.tsx").then((file) => file.RuleForm));

/** The page of a rule that is not stored yet. */
export function NewRulePage() {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const create = useChange("post", "/api/v2/public/alert-rules", RENEWED);
  const sendsMail = useSendsMail();
  const { data: session } = useQuery(sessionQuery);
  return (
    <Page title={ALERTS.newTitle} back={{ to: "/$environment/alerts/rules", label: ALERTS.list }}>
      {sendsMail === undefined ? (
        <Skeleton height={320} maw={640} />
      ) : (
        <RuleForm
          initial={emptyRule(sendsMail ? session?.operator.email : undefined)}
          error={create.error}
          isPending={create.isPending}
          action={environment === "production" ? ALERTS.createInProduction : ALERTS.create}
          cancel={{ to: "/$environment/alerts/rules" }}
          onSubmit={(body) =>
            create.mutate(
              { body },
              {
                onSuccess: () => {
                  tell(ALERTS.created);
                  return navigate({ to: "/$environment/alerts/rules" });
                },
              },
            )
          }
        />
      )}
    </Page>
  );
}
