import { Views } from "../../parts/page/views.tsx";
import { EVENTS } from "../../words/events.ts";

/** The lists of the events page. */
export function EventViews() {
  return (
    <Views
      label={EVENTS.views}
      views={[
        { to: "/$environment/events", label: EVENTS.inbox },
        { to: "/$environment/events/definitions", label: EVENTS.definitions },
        { to: "/$environment/events/findings", label: EVENTS.findings },
      ]}
    />
  );
}
