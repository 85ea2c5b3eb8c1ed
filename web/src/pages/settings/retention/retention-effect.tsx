import type { Environment } from "@junctor/sdk";
import { Text } from "@mantine/core";
import { useReadIn } from "../../../api/use-api.ts";
import { useMay } from "../../../api/use-role.ts";
import { getDay } from "../../../parts/time/time-words.ts";
import { RETENTION } from "../../../words/settings/retention.ts";
import { getCutoff, isShorter, type Retained } from "./retention.ts";

interface RetentionEffectProps {
  readonly environment: Environment;
  readonly retained: Retained;
  /** The value in the form; 0: forever. */
  readonly days: number;
  /** The current value. */
  readonly before: number;
}

/** What saving another number of days deletes, or that it restores nothing. */
export function RetentionEffect({ environment, retained, days, before }: RetentionEffectProps) {
  const isLoss = isShorter(days, before);
  const maySee = useMay("viewer", environment);
  const cutoff = getCutoff(days);
  const query = { end_date: cutoff.toISOString(), limit: 1 };
  const { data, isPlaceholderData } = useReadIn(
    environment,
    "/api/v2/public/execution",
    { query },
    { enabled: isLoss && maySee && retained === "retention" },
  );
  const executions =
    data && !isPlaceholderData
      ? data.totalDocs === 0
        ? RETENTION.losesNone
        : RETENTION.losesSome(data.totalDocs, data.totalDocsIsEstimate === true)
      : "";
  const text = isLoss ? `${RETENTION.loses(getDay(cutoff))} ${executions}` : RETENTION.gains;
  return (
    <Text
      size="sm"
      mt="xs"
      c={isLoss ? "var(--bad)" : undefined}
      className={isLoss ? undefined : "muted"}
      role="status"
    >
      {text}
    </Text>
  );
}
