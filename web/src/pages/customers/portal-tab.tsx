import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useChange } from "../../api/use-api.ts";
import { Problem } from "../../parts/page/problem.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { CopyText } from "../../parts/values/identifier.tsx";
import { CUSTOMER_TABS } from "../../words/customers.ts";
import { PAGES } from "../../words/parts/pages.ts";
import { type Customer, getName } from "./customer.ts";
import classes from "./portal-tab.module.css";

/** The portal as the customer sees it, by a link that is created on request: anyone who has it can connect. */
export function PortalTab({ customer }: { customer: Customer }) {
  const link = useChange("post", "/api/v2/public/connect-url", []);
  const url = link.data?.hosted_url;
  const make = () => link.mutate({ body: {}, account: customer.account_id });
  return (
    <Stack gap="md">
      <Text size="sm" maw="70ch">
        {CUSTOMER_TABS.portalText(getName(customer))}
      </Text>
      {link.error && <Problem error={link.error} />}
      <Group gap="sm">
        <RoleButton
          least="support"
          variant={url ? "default" : "filled"}
          onClick={make}
          loading={link.isPending}
        >
          {url ? CUSTOMER_TABS.makeAnother : CUSTOMER_TABS.makeLink}
        </RoleButton>
        {url && (
          <>
            <Button
              component="a"
              href={url}
              target="_blank"
              rel="noreferrer"
              variant="default"
              rightSection={<IconExternalLink size={14} />}
            >
              {CUSTOMER_TABS.openPortal}
            </Button>
            <span className={classes.address}>
              <span className="mono">{url}</span>
              <CopyText text={url} label={PAGES.copyLink} />
            </span>
          </>
        )}
      </Group>
      {url && <Preview url={url} />}
    </Stack>
  );
}

function Preview({ url }: { url: string }) {
  // Our own policy allows framing only by this origin.
  if (new URL(url).origin !== location.origin) return <Alert color="gray">{CUSTOMER_TABS.noPreview}</Alert>;
  return (
    <figure className={classes.preview}>
      <figcaption className="muted">{CUSTOMER_TABS.portalActs}</figcaption>
      <iframe key={url} src={url} title={CUSTOMER_TABS.preview} className={classes.frame} />
    </figure>
  );
}
