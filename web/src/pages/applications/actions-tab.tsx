import { Badge, NavLink, ScrollArea, Skeleton, TextInput } from "@mantine/core";
import { IconBolt, IconPlugConnectedX, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useRead } from "../../api/use-api.ts";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { TRY } from "../../words/applications.ts";
import classes from "./actions-tab.module.css";
import type { ListedApplication } from "./application.ts";
import type { Action } from "./try-action.tsx";

const TryAction = loadedWhenShown(
  () => import("./try-action.tsx").then((file) => file.TryAction),
  <Skeleton height={160} />,
);

/** The application's actions, and a form to run one with a customer's connection. */
export function ActionsTab({ application }: { application: ListedApplication }) {
  const { slug, enabled } = application;
  const { filters, change } = useFilters(["action"]);
  const {
    data: actions,
    error,
    refetch,
  } = useRead("/api/v2/integration-schema/{slug}/actions", { path: { slug } }, { enabled });
  if (!enabled)
    return (
      <Nothing icon={<IconPlugConnectedX size={28} />} title={TRY.notEnabled} text={TRY.notEnabledHint} />
    );
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!actions) return <Skeleton height={240} />;
  if (actions.length === 0)
    return <Nothing icon={<IconBolt size={28} />} title={TRY.none} text={TRY.noneHint} />;
  const chosen = actions.find(({ action_id: id }) => id === filters.action);
  return (
    <div className={classes.split}>
      <ActionList actions={actions} chosen={chosen} onChoose={(action) => change({ action })} />
      <div className={classes.form}>
        {chosen ? (
          <TryAction key={chosen.action_id} application={application} action={chosen} />
        ) : (
          <Nothing icon={<IconBolt size={28} />} title={TRY.choose} text={TRY.chooseHint} />
        )}
      </div>
    </div>
  );
}

interface ActionListProps {
  readonly actions: readonly Action[];
  readonly chosen: Action | undefined;
  readonly onChoose: (id: string) => void;
}

const SEARCHED_FROM = 8;
const COLORS = { read: "gray", write: "blue", destructive: "red" } as const;

function ActionList({ actions, chosen, onChoose }: ActionListProps) {
  const [text, setText] = useState("");
  const word = text.trim().toLowerCase();
  const shown = actions.filter(({ name, action_id: id }) => `${name} ${id}`.toLowerCase().includes(word));
  return (
    <nav aria-label={TRY.choose} className={classes.list}>
      {actions.length >= SEARCHED_FROM && (
        <TextInput
          type="search"
          aria-label={TRY.find}
          placeholder={TRY.find}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          mb="sm"
        />
      )}
      <ScrollArea.Autosize mah="60dvh" type="auto" viewportProps={{ tabIndex: 0 }}>
        {shown.map((action) => (
          <NavLink
            key={action.action_id}
            component="button"
            label={action.name}
            active={action === chosen}
            aria-current={action === chosen || undefined}
            onClick={() => onChoose(action.action_id)}
            rightSection={
              action.tag === "read" ? null : (
                <Badge color={COLORS[action.tag]} size="sm">
                  {TRY.tags[action.tag]}
                </Badge>
              )
            }
          />
        ))}
        {shown.length === 0 && <span className="muted">{TRY.nothingFits}</span>}
      </ScrollArea.Autosize>
    </nav>
  );
}
