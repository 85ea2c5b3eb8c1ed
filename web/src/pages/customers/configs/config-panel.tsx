import { Group, Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { useRead } from "../../../api/use-api.ts";
import { useRenewal } from "../../../api/use-live.ts";
import { loadedWhenShown } from "../../../parts/page/loaded-when-shown.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { CONFIGS as WORDS } from "../../../words/configs.ts";
import type { Customer } from "../customer.ts";
import { CONFIG, CONNECTIONS, type Config, type ConfigKey, type ListedConfig } from "./config.ts";
import { ConfigView } from "./config-view.tsx";

// Choices from third parties are requested when the user is about to choose.
const WITHOUT_CHOICES = { disable_field_options: "true" };

const EVERY_MS = 30_000;

const ConfigForm = loadedWhenShown(
  () => import("./config-form.tsx").then((module) => module.ConfigForm),
  <Skeleton height={160} />,
);

interface ConfigPanelProps {
  readonly customer: Customer;
  readonly listed: ListedConfig;
  readonly onDelete: () => void;
}

/** One config: its values, and the form that changes them. */
export function ConfigPanel({ customer, listed, onDelete }: ConfigPanelProps) {
  const [isEditing, setEditing] = useState(false);
  const { slug, config_id: id, application } = listed;
  const configKey = { account: customer.account_id, slug, id, application };
  const stop = () => setEditing(false);
  if (isEditing) return <Editing configKey={configKey} onDone={stop} />;
  return (
    <Stack gap="md">
      {listed.application_enabled ? <Shown configKey={configKey} /> : WORDS.isOffHelp}
      <Group gap="sm">
        {listed.application_enabled && (
          <RoleButton least="developer" onClick={() => setEditing(true)}>
            {WORDS.edit}
          </RoleButton>
        )}
        <RoleButton least="developer" variant="subtle" color="red" onClick={onDelete}>
          {WORDS.delete}
        </RoleButton>
      </Group>
    </Stack>
  );
}

function Shown({ configKey: { account, slug, id, application } }: { configKey: ConfigKey }) {
  const path = { slug, config_id: id };
  const { data, error, refetch } = useRead(CONFIG, { path, account, headers: WITHOUT_CHOICES });
  const used = useRead(CONNECTIONS, { path: { slug }, account });
  const problem = error ?? used.error;
  if (problem) return <Problem error={problem} onRetry={() => Promise.all([refetch(), used.refetch()])} />;
  if (!data || !used.data) return <Skeleton height={60} />;
  return <ConfigView config={data} application={application} used={used.data} />;
}

function Editing({ configKey, onDone }: { configKey: ConfigKey; onDone: () => void }) {
  const { account, slug, id } = configKey;
  // Read once: what the user enters must not be replaced meanwhile.
  const { data, error, isFetching, refetch } = useRead(CONFIG, { path: { slug, config_id: id }, account });
  // Connections that the customer adds meanwhile can be chosen.
  const everyMs = useRenewal(["connection"], ["/api/v2/public/slug/"], { everyMs: EVERY_MS });
  const used = useRead(CONNECTIONS, { path: { slug }, account }, { everyMs });
  const [config, setConfig] = useState<Config>();
  if (error && !config) return <Problem error={error} onRetry={refetch} />;
  if (used.error && !used.data) return <Problem error={used.error} onRetry={used.refetch} />;
  if (!config && data && !isFetching) setConfig(data);
  if (!config || !used.data) return <Skeleton height={160} />;
  return <ConfigForm configKey={configKey} config={config} used={used.data} onDone={onDone} />;
}
