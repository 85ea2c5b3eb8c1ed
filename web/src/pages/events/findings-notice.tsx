import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useRead } from "../../api/use-api.ts";
import { TextLink } from "../../parts/links/text-link.tsx";
import { usePeriod } from "../../parts/time/use-period.ts";
import { EVENTS } from "../../words/events.ts";

/** Says that the audit has found something in the last 24 hours. */
export function FindingsNotice() {
  const { start_date } = usePeriod({ period: "24h" });
  const { data } = useRead("/api/v2/public/audit/findings", { query: { limit: 1, start_date } });
  if (!data?.totalDocs) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />}>
      {EVENTS.findingsWait(data.totalDocs)}{" "}
      <TextLink inherit underline="always" to="/$environment/events/findings">
        {EVENTS.lookAtFindings}
      </TextLink>
    </Alert>
  );
}
