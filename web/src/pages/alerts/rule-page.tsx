import { Button, Skeleton } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useChange, useRead } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { useMay } from "../../api/use-role.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { State } from "../../parts/values/state.tsx";
import { ALERTS } from "../../words/alerts.ts";
import { type AlertRule, getRuleState, RENEWED } from "./alert.ts";
import { NewRulePage } from "./new-rule-form.tsx";
import { toValues } from "./rule-values.ts";

const RuleForm = loadedWhenShown(() => import("./rule-form.tsx").then((file) => file.RuleForm));

export const Route = createLazyRoute("/$environment/alerts/rules/$id")({ component: AnyRulePage });

const ONE = "/api/v2/public/alert-rules/{id}";

/** A stored rule, or `new`. */
function AnyRulePage() {
  const { id } = useParams({ from: "/$environment/alerts/rules/$id" });
  return id === "new" ? <NewRulePage /> : <RulePage id={id} />;
}

function RulePage({ id }: { id: string }) {
  const { data, error, refetch, isFetchedAfterMount } = useRead(ONE, { path: { id } }, { isFresh: true });
  // A stale copy could have been changed by others, and would be written back.
  const rule = isFetchedAfterMount && data?._id === id ? data : undefined;
  return (
    <Page
      title={rule?.name ?? ALERTS.editTitle}
      back={{ to: "/$environment/alerts/rules", label: ALERTS.list }}
      facts={rule && <State {...getRuleState(rule)} />}
      actions={rule && <RuleActions rule={rule} />}
    >
      {error && !rule && <Problem error={error} onRetry={refetch} />}
      {!error && !rule && <Skeleton height={320} maw={640} />}
      {rule && <Edit key={id} rule={rule} />}
    </Page>
  );
}

function RuleActions({ rule: { _id: id, name } }: { rule: AlertRule }) {
  const navigate = usePageNavigation();
  const test = useChange("post", `${ONE}/test`, []);
  const remove = useChange("delete", ONE, RENEWED);
  if (!useMay("developer")) return null;
  const askToRemove = () =>
    confirm({
      title: ALERTS.removeTitle,
      text: ALERTS.removeText(name),
      action: ALERTS.remove,
      isDangerous: true,
      onConfirm: async () => {
        try {
          await navigate({ to: "/$environment/alerts/rules" });
          await remove.mutateAsync({ path: { id } });
          tell(ALERTS.removed);
        } catch (error) {
          tellProblem(error);
        }
      },
    });
  const sendTest = () =>
    test.mutate({ path: { id } }, { onSuccess: () => tell(ALERTS.testSent), onError: tellProblem });
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={sendTest}>
        {ALERTS.sendTest}
      </Button>
      <Button variant="default" c="red" onClick={askToRemove}>
        {ALERTS.remove}
      </Button>
    </>
  );
}

function Edit({ rule }: { rule: AlertRule }) {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const save = useChange("put", ONE, RENEWED);
  return (
    <RuleForm
      initial={toValues(rule)}
      isStored
      error={save.error}
      isPending={save.isPending}
      action={environment === "production" ? ALERTS.saveInProduction : ALERTS.save}
      cancel={{ to: "/$environment/alerts/rules" }}
      onSubmit={(body) =>
        save.mutate(
          { path: { id: rule._id }, body },
          {
            onSuccess: () => {
              tell(ALERTS.saved);
              return navigate({ to: "/$environment/alerts/rules" });
            },
          },
        )
      }
    />
  );
}
