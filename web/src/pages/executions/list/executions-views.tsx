import { Views } from "../../../parts/page/views.tsx";
import { EXECUTIONS, REPLAYS } from "../../../words/executions.ts";

/** The two lists of the executions page. */
export function ExecutionsViews() {
  return (
    <Views
      label={EXECUTIONS.views}
      views={[
        { to: "/$environment/executions", label: EXECUTIONS.title },
        { to: "/$environment/executions/replays", label: REPLAYS.title },
      ]}
    />
  );
}
