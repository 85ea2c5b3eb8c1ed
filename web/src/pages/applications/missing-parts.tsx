import { Group, List, Text } from "@mantine/core";
import type { PageAddress } from "../../parts/links/page-link.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { APPLICATIONS } from "../../words/applications.ts";
import { isInUse, type ListedApplication } from "./application.ts";
import classes from "./applications-page.module.css";
import { OfferButton } from "./offered/offer-button.tsx";

type Gap = ListedApplication["portal"]["missing"][number];

/** What keeps an application out of the portal, with a link to where that is mended. */
export function MissingParts({ application }: { application: ListedApplication }) {
  const { missing, in_portal: isOffered } = application.portal;
  if (isOffered) return null;
  const needed = missing.filter((gap) => !isShowing(gap));
  return (
    <section className={classes.missing} aria-label={APPLICATIONS.missing}>
      <Text size="sm" fw={600}>
        {APPLICATIONS.missing}
      </Text>
      {needed.length > 0 && (
        <List size="sm">
          {needed.map((gap) => (
            <List.Item key={gap}>
              <Remedy gap={gap} slug={application.slug} />
            </List.Item>
          ))}
        </List>
      )}
      {missing.filter(isShowing).map((gap) => (
        <Group key={gap} gap="xs" fz="sm">
          <Remedy gap={gap} slug={application.slug} />
          {APPLICATIONS.or}
          <OfferButton slug={application.slug} name={application.name} />
        </Group>
      ))}
      {isInUse(application) && (
        <Text size="sm" className="muted">
          {APPLICATIONS.stays}
        </Text>
      )}
    </section>
  );
}

/** Whether only the list of what the portal offers is in the way, which the button here changes as well. */
function isShowing(gap: Gap): gap is "offer" | "workflow" {
  return gap === "offer" || gap === "workflow";
}

function Remedy({ gap, slug }: { gap: Gap; slug: string }) {
  const text = APPLICATIONS.remedies[gap];
  // The switch is on this page.
  if (gap === "enabled") return text;
  const setup = {
    to: "/$environment/applications/$slug",
    params: { slug },
    search: { tab: "setup" },
  } as const;
  const ways: Record<typeof gap, PageAddress> = {
    credential: setup,
    oauth_client: setup,
    offer: { to: "/$environment/applications/portal/offered" },
    workflow: { to: "/$environment/workflows", search: { slug } },
  };
  return <TextLink {...ways[gap]}>{text}</TextLink>;
}
