import { Views } from "../../parts/page/views.tsx";
import { EVENTS } from "../../words/events.ts";

/** The lists of the events page. */
export function EventViews() {
  return (
    <Views
      label={EVENTS.views}
      views={[
        { path: "/events", label: EVENTS.inbox },
        { path: "/events/definitions", label: EVENTS.definitions },
        { path: "/events/findings", label: EVENTS.findings },
      ]}
    />
  );
}
