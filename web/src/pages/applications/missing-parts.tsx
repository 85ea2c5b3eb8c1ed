import { Anchor, List, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEnvironment } from "../../shell/use-environment.ts";
import { APPLICATIONS } from "../../words/applications.ts";
import { isInUse, type ListedApplication } from "./application.ts";
import classes from "./applications-page.module.css";

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
      {isInUse(application) && (
        <Text size="sm" className="muted">
          {APPLICATIONS.stays}
        </Text>
      )}
    </section>
  );
}

function Remedy({ gap, slug }: { gap: Gap; slug: string }) {
  const environment = useEnvironment();
  const text = APPLICATIONS.remedies[gap];
  // The switch is on this page.
  if (gap === "enabled") return text;
  const ways = {
    credential: { to: "/$environment/applications/$slug", search: { tab: "setup" } },
    oauth_client: { to: "/$environment/applications/$slug", search: { tab: "setup" } },
    offer: { to: "/$environment/applications/portal/offered" },
    workflow: { to: "/$environment/workflows", search: { slug } },
  } as const;
  return (
    <Anchor component={Link} {...(ways[gap] as object)} params={{ environment, slug } as never}>
      {text}
    </Anchor>
  );
}
