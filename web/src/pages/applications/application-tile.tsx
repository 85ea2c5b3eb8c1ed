import { Text } from "@mantine/core";
import { ApplicationIcon } from "../../parts/applications/application-icon.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { State } from "../../parts/values/state.tsx";
import { APPLICATIONS } from "../../words/applications.ts";
import { DIRECTORY } from "../../words/directory.ts";
import { getState, isInUse, type ListedApplication } from "./application.ts";
import classes from "./applications-page.module.css";

// More are not counted.
const MOST_COUNTED = 1000;

/** An application in the catalog. */
export function ApplicationTile({ application }: { application: ListedApplication }) {
  const { slug, name, description, kind, provider, grade, connections, portal } = application;
  const [gap] = portal.missing;
  return (
    <li className={classes.tile}>
      <div className={classes.head}>
        <ApplicationIcon slug={slug} name={name} size={28} />
        <TextLink
          to="/$environment/applications/$slug"
          params={{ slug }}
          c="inherit"
          fw={600}
          underline="never"
          className={classes.name}
        >
          {name}
        </TextLink>
      </div>
      <Text size="sm" className="muted" lineClamp={2}>
        {description}
      </Text>
      <div className={classes.foot}>
        <State {...getState(application)} />
        {portal.ready && gap !== undefined && <span className="muted">{APPLICATIONS.gaps[gap]}</span>}
        {connections !== undefined && connections.expired > 0 && (
          <State mood="bad" word={APPLICATIONS.expired(connections.expired)} />
        )}
        {connections !== undefined && connections.total > 0 && (
          <span className="muted">{connectionsOf(connections.total)}</span>
        )}
        {!isInUse(application) && (
          <span className="muted">{APPLICATIONS.actions(application.action_count)}</span>
        )}
        {grade !== undefined && (
          <span className="muted" title={DIRECTORY.grades[grade].text}>
            {DIRECTORY.grades[grade].word}
          </span>
        )}
        {kind === "custom" && <span className="muted">{APPLICATIONS.kinds[provider]}</span>}
      </div>
    </li>
  );
}

function connectionsOf(total: number): string {
  return total < MOST_COUNTED ? APPLICATIONS.connectionCount(total) : APPLICATIONS.countedUpTo(total);
}
