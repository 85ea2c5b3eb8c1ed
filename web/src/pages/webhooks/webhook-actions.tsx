import { ActionIcon, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDots, IconPencil, IconRotate, IconTrash, IconUpload } from "@tabler/icons-react";
import { useChange } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { useMay } from "../../api/use-role.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { MenuLink } from "../../parts/links/menu-link.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { SHELL } from "../../words/shell.ts";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { EnabledSwitch } from "./enabled-switch.tsx";
import { RENEWED, shortUrl, type Webhook } from "./webhook.ts";

const PromoteWebhook = loadedWhenShown(() =>
  import("./promote-webhook.tsx").then((file) => file.PromoteWebhook),
);
const ResendSince = loadedWhenShown(() => import("./resend-since.tsx").then((file) => file.ResendSince));

/** Commands for an endpoint. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const [isResending, resending] = useDisclosure();
  const [isPromoting, promoting] = useDisclosure();
  const mayBuild = useMay("developer");
  const mayResend = useMay("support");
  const mayPromote = useMay("developer", "production");
  const remove = useRemove(webhook);
  const test = useChange("post", "/api/v2/public/webhook/{id}/test", RENEWED);
  const path = { id: webhook._id };
  const sendTest = () =>
    test.mutate(
      { path },
      {
        onSuccess: ({ _id: id }) => navigate({ to: "/$environment/webhooks/deliveries/$id", params: { id } }),
        onError: tellProblem,
      },
    );
  return (
    <>
      <EnabledSwitch webhook={webhook} />
      <RoleButton least="developer" loading={test.isPending} onClick={sendTest}>
        {WEBHOOKS.sendTest}
      </RoleButton>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={WEBHOOKS.more}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuLink
            to="/$environment/webhooks/$id/edit"
            params={{ id: webhook._id }}
            disabled={!mayBuild}
            leftSection={<IconPencil size={16} />}
          >
            {WEBHOOKS.edit}
          </MenuLink>
          <Menu.Item disabled={!mayResend} onClick={resending.open} leftSection={<IconRotate size={16} />}>
            {WEBHOOKS.resendSince}
          </Menu.Item>
          {environment === "test" && (
            <Menu.Item disabled={!mayPromote} onClick={promoting.open} leftSection={<IconUpload size={16} />}>
              {WEBHOOKS.promote}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="red" disabled={!mayBuild} onClick={remove} leftSection={<IconTrash size={16} />}>
            {WEBHOOKS.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isResending && <ResendSince webhook={webhook} onClose={resending.close} />}
      {isPromoting && <PromoteWebhook webhook={webhook} onClose={promoting.close} />}
    </>
  );
}

function useRemove({ _id: id, webhook_url }: Webhook): () => void {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const remove = useChange("delete", "/api/v2/public/webhook/{id}", RENEWED);
  return () =>
    confirm({
      title: WEBHOOKS.removeTitle,
      text: WEBHOOKS.removeText(shortUrl(webhook_url), SHELL[environment].toLowerCase()),
      action: WEBHOOKS.removeAction,
      isDangerous: true,
      onConfirm: async () => {
        try {
          await navigate({ to: "/$environment/webhooks" });
          await remove.mutateAsync({ path: { id } });
          tell(WEBHOOKS.removed);
        } catch (error) {
          tellProblem(error);
        }
      },
    });
}
