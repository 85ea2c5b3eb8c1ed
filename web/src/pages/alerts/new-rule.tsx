import { useMay } from "../../api/use-role.ts";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { ALERTS } from "../../words/alerts.ts";

/** A link to the form of a new rule, for those who may create one. */
export function NewRule() {
  if (!useMay("developer")) return null;
  return (
    <ButtonLink to="/$environment/alerts/rules/$id" params={{ id: "new" }}>
      {ALERTS.newRule}
    </ButtonLink>
  );
}
