import { List, Text } from "@mantine/core";
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
  return (
    <section className={classes.missing} aria-label={APPLICATIONS.missing}>
      <Text size="sm" fw={600}>
        {APPLICATIONS.missing}
      </Text>
      <List size="sm">
        {missing.map((gap) => (
          <List.Item key={gap}>
            <Remedy gap={gap} slug={application.slug} />
          </List.Item>
        ))}
      </List>
      {missing.some((gap) => gap === "offer" || gap === "workflow") && (
        <div>
          <OfferButton slug={application.slug} name={application.name} />
        </div>
      )}
      {isInUse(application) && (
        <Text size="sm" className="muted">
          {APPLICATIONS.stays}
        </Text>
      )}
    </section>
  );
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
