import { Views } from "../../parts/page/views.tsx";
import { ALERTS } from "../../words/alerts.ts";

/** The two lists of the alerts page. */
export function AlertsViews() {
  return (
    <Views
      label={ALERTS.views}
      views={[
        { to: "/$environment/alerts", label: ALERTS.alerts },
        { to: "/$environment/alerts/rules", label: ALERTS.rules },
      ]}
    />
  );
}
