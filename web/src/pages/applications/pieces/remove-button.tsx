import { JunctorError } from "@junctor/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { getKey, useChangeIn } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { confirm, tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../../parts/links/page-link.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { PIECES } from "../../../words/pieces.ts";
import { ALL } from "../application.ts";
import { PIECE_PATH } from "./piece.ts";

interface RemoveButtonProps {
  readonly slug: string;
  readonly name: string;
  readonly isDisabled: boolean;
}

/** Removes a piece; one that is used only after its reader has seen by what. */
export function RemoveButton({ slug, name, isDisabled }: RemoveButtonProps) {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const queries = useQueryClient();
  const remove = useChangeIn("production", "delete", PIECE_PATH, []);
  const removed = async () => {
    tell(PIECES.removed(name));
    // Leave this page first: what it reads no longer exists.
    await navigate({ to: "/$environment/applications" });
    await queries.invalidateQueries({ queryKey: getKey(environment, ALL) });
  };
  const send = (force: boolean) =>
    remove.mutate(
      { path: { slug }, query: force ? { force } : {} },
      {
        onSuccess: removed,
        onError: (error) => {
          if (!force && error instanceof JunctorError && error.status === 409) askAgain(error.message);
          else tellProblem(error);
        },
      },
    );
  const askAgain = (uses: string) =>
    confirm({
      title: PIECES.removeTitle(name),
      text: uses,
      action: PIECES.removeAnyway,
      isDangerous: true,
      onConfirm: () => send(true),
    });
  const ask = () =>
    confirm({
      title: PIECES.removeTitle(name),
      text: PIECES.removeText(name),
      action: PIECES.remove,
      isDangerous: true,
      onConfirm: () => send(false),
    });
  return (
    <RoleButton
      least="owner"
      environment="production"
      color="red"
      variant="outline"
      disabled={isDisabled}
      loading={remove.isPending}
      onClick={ask}
    >
      {PIECES.remove}
    </RoleButton>
  );
}
