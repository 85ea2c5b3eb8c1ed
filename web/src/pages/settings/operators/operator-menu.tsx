import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { type Item, useChangeIn } from "../../../api/use-api.ts";
import { useChangesLink } from "../../../parts/changes/changes-link.tsx";
import { confirm, tellProblem } from "../../../parts/forms/confirm.tsx";
import { MenuLink } from "../../../parts/links/menu-link.tsx";
import { showOnce } from "../../../parts/values/shown-once.tsx";
import { SETTINGS } from "../../../words/settings/settings.ts";
import { SHELL } from "../../../words/shell.ts";
import { RemoveOperator } from "./remove-operator.tsx";

const PATH = "/api/v2/public/operators";

export type Operator = Item<typeof PATH>;

/** The display name of an operator. */
export function called({ name, email }: Operator): string {
  return name ?? email;
}

/** Links about an operator, and commands for owners. */
export function OperatorMenu({ operator, isOwner }: { operator: Operator; isOwner: boolean }) {
  const [isRemoving, { open: askToRemove, close }] = useDisclosure();
  const changes = useChangesLink();
  return (
    <>
      <RemoveOperator operator={operator} opened={isRemoving} onClose={close} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`${SHELL.actions}: ${called(operator)}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {changes && (
            <>
              <MenuLink {...changes({ actor_id: operator.id })}>{SETTINGS.changesBy}</MenuLink>
              <MenuLink {...changes({ object_type: "operator", object_id: operator.id })}>
                {SETTINGS.changesOf}
              </MenuLink>
            </>
          )}
          {isOwner && <OwnerItems operator={operator} onRemove={askToRemove} />}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function OwnerItems({ operator, onRemove }: { operator: Operator; onRemove: () => void }) {
  const link = useChangeIn("production", "post", `${PATH}/{id}/link`, []);
  const who = called(operator);
  const makeLink = () =>
    link.mutate(
      { path: { id: operator.id } },
      {
        onSuccess: (made) =>
          showOnce({
            title: SETTINGS.newLinkFor(who),
            text: made.is_mailed ? SETTINGS.linkMailed(operator.email) : SETTINGS.linkOnce,
            secret: made.link,
            copy: SETTINGS.copyLink,
          }),
        onError: tellProblem,
      },
    );
  return (
    <>
      <Menu.Item
        onClick={() =>
          confirm({
            title: SETTINGS.resetTitle(who),
            text: SETTINGS.resetText,
            action: SETTINGS.resetLink,
            onConfirm: makeLink,
          })
        }
      >
        {SETTINGS.resetLink}
      </Menu.Item>
      <Menu.Item color="red" onClick={onRemove}>
        {SETTINGS.remove}
      </Menu.Item>
    </>
  );
}
