import { useChange, useRead } from "../../../api/use-api.ts";
import { tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { OFFERED } from "../../../words/offered.ts";
import { AFTER_CHANGES, ALL } from "../application.ts";
import { PATH } from "./offered-form.tsx";

interface OfferButtonProps {
  readonly slug: string;
  readonly name: string;
}

/** Adds an application to those that the portal offers, after the ones that it offers already. */
export function OfferButton({ slug, name }: OfferButtonProps) {
  const { data: offered } = useRead(PATH, {});
  const { data: known } = useRead(ALL, {});
  const save = useChange("put", PATH, [PATH, ...AFTER_CHANGES]);
  if (!offered || !known) return null;
  // The list may name applications that were deleted since, which would be refused.
  const kept = offered.applications.filter(
    (one) => one !== slug && known.some((other) => other.slug === one),
  );
  const offer = () =>
    save.mutate(
      { body: { ...offered, applications: [...kept, slug] } },
      { onSuccess: () => tell(OFFERED.isOffered(name)), onError: tellProblem },
    );
  return (
    <RoleButton least="developer" loading={save.isPending} onClick={offer}>
      {OFFERED.offer}
    </RoleButton>
  );
}
