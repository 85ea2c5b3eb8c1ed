import { Button, Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { type Item, usePages } from "../../../api/use-api.ts";
import { ApplicationIcon } from "../../../parts/applications/application-icon.tsx";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { DIRECTORY } from "../../../words/directory.ts";
import classes from "../applications-page.module.css";

const PATH = "/api/v2/public/application/directory";

interface DirectoryTilesProps {
  readonly search: string | undefined;
  readonly category: string | undefined;
  /** Shown if it has nothing either. */
  readonly nothing: ReactNode;
}

/** The applications of the directory that the environment does not have yet. */
export function DirectoryTiles({ search, category, nothing }: DirectoryTilesProps) {
  const query = { limit: 48, ...(search && { search }), ...(category && { category }) };
  const { data, items, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePages(PATH, {
    query,
  });
  if (error && !data) return <Problem error={error} onRetry={refetch} />;
  const shown = items.filter((one) => !one.is_added);
  if (shown.length === 0) return data ? nothing : null;
  return (
    <section aria-label={DIRECTORY.title}>
      <Group gap="sm" mb="sm" align="baseline">
        <Title order={2} fz={15}>
          {DIRECTORY.title}
        </Title>
        <Text size="sm" className="muted" aria-live="polite">
          {DIRECTORY.count(data?.pages[0]?.totalDocs ?? shown.length)}
        </Text>
      </Group>
      <GradeLegend />
      <ul className={classes.grid}>
        {shown.map((one) => (
          <DirectoryTile key={one.slug} application={one} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {DIRECTORY.more}
        </Button>
      )}
    </section>
  );
}

/** What the words for how well an application is proven mean. */
function GradeLegend() {
  return (
    <Text component="details" size="sm" mb="sm">
      <summary>{DIRECTORY.legend}</summary>
      <dl>
        {Object.entries(DIRECTORY.grades).map(([grade, { word, text }]) => (
          <Group key={grade} gap={6} align="baseline" component="div">
            <Text component="dt" size="sm" fw={600}>
              {word}
            </Text>
            <Text component="dd" size="sm" m={0} className="muted">
              {text}
            </Text>
          </Group>
        ))}
      </dl>
    </Text>
  );
}

function DirectoryTile({ application }: { application: Item<typeof PATH> }) {
  const { slug, name, description, icon_url: icon, grade, sign_in: ways } = application;
  return (
    <li className={classes.tile}>
      <div className={classes.head}>
        <ApplicationIcon slug={slug} name={name} size={28} url={icon} />
        <TextLink
          to="/$environment/applications/directory/$slug"
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
        <span className="muted">{ways.map((way) => DIRECTORY.signIns[way]).join(", ")}</span>
        <span className="muted" title={DIRECTORY.grades[grade].text}>
          {DIRECTORY.grades[grade].word}
        </span>
      </div>
    </li>
  );
}
