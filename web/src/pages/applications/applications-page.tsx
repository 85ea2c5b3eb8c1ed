import { Button, Menu, Skeleton, Text, Title } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { useRead } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { MenuLink } from "../../parts/links/menu-link.tsx";
import { ChoiceField, FilterBar, SearchField } from "../../parts/lists/filter-bar.tsx";
import { NothingFits } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { APPLICATIONS } from "../../words/applications.ts";
import { DIRECTORY } from "../../words/directory.ts";
import { PIECES } from "../../words/pieces.ts";
import { ALL, getStage, isInUse, type ListedApplication, STAGES } from "./application.ts";
import { ApplicationTile } from "./application-tile.tsx";
import classes from "./applications-page.module.css";
import { DirectoryTiles } from "./directory/directory-tiles.tsx";

export const Route = createLazyRoute("/$environment/applications")({ component: ApplicationsPage });

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

// Not of an application that the environment has.
const DIRECTORY_ORIGIN = "directory";

const STATES = [
  ...STAGES.map((value) => ({ value, label: APPLICATIONS.stages[value] })),
  { value: "used", label: APPLICATIONS.inUse },
];
const ORIGINS = [
  { value: "native", label: APPLICATIONS.catalog },
  { value: "custom", label: APPLICATIONS.own },
  { value: DIRECTORY_ORIGIN, label: DIRECTORY.title },
];
const NAMES = ["search", "state", "origin", "category"] as const;
type Chosen = { readonly [Name in (typeof NAMES)[number]]?: string };

/** The catalog: everything that customers can connect, or could. */
function ApplicationsPage() {
  const { filters, change, clear } = useFilters(NAMES);
  const { data: all, error, refetch } = useRead(ALL, { query: { connections: true } });
  const shown = useMemo(() => (all ?? []).filter((one) => fits(one, filters)), [all, filters]);
  const { search, state, origin, category } = filters;
  const { data: directory } = useRead("/api/v2/public/application/directory", {
    query: { limit: 1, search, category },
  });
  const isDirectoryShown = state === undefined && (origin === undefined || origin === DIRECTORY_ORIGIN);
  const nothing = clear && shown.length === 0 && (
    <NothingFits onClear={clear} text={APPLICATIONS.nothingFits} />
  );
  return (
    <Page title={APPLICATIONS.list} actions={<PageActions />}>
      <FilterBar onClear={clear}>
        <SearchField
          label={APPLICATIONS.search}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        <ChoiceField
          label={APPLICATIONS.state}
          value={filters.state}
          options={STATES}
          onChange={(state) => change({ state })}
        />
        <ChoiceField
          label={APPLICATIONS.origin}
          value={filters.origin}
          options={ORIGINS}
          onChange={(origin) => change({ origin })}
        />
        <ChoiceField
          label={DIRECTORY.category}
          value={category}
          options={(directory?.categories ?? []).map((name) => ({
            value: name,
            label: DIRECTORY.categoryName(name),
          }))}
          onChange={(chosen) => change({ category: chosen })}
        />
        {all && (
          <Text size="sm" className="muted" aria-live="polite">
            {APPLICATIONS.count(shown.length, all.length)}
            {directory && isDirectoryShown && `, ${DIRECTORY.toAdd(directory.totalDocs)}`}
          </Text>
        )}
      </FilterBar>
      {error && !all && <Problem error={error} onRetry={refetch} />}
      {all && !isDirectoryShown && nothing}
      {!all && !error && (
        <ul className={classes.grid}>
          {SKELETONS.map((key) => (
            <Skeleton key={key} component="li" height={104} />
          ))}
        </ul>
      )}
      {STAGES.map((stage) => (
        <Tiles
          key={stage}
          title={APPLICATIONS.stages[stage]}
          applications={shown.filter((one) => getStage(one) === stage)}
        />
      ))}
      {isDirectoryShown && <DirectoryTiles search={search} category={category} nothing={nothing} />}
    </Page>
  );
}

interface TilesProps {
  readonly title: string;
  readonly applications: readonly ListedApplication[];
}

function Tiles({ title, applications }: TilesProps) {
  if (applications.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={2} fz={15} mb="sm">
        {title}
      </Title>
      <ul className={classes.grid}>
        {applications.map((application) => (
          <ApplicationTile key={application.slug} application={application} />
        ))}
      </ul>
    </section>
  );
}

const SKELETONS = Array.from({ length: 12 }, (_, index) => index);

function PageActions() {
  return (
    <>
      <ButtonLink variant="default" to="/$environment/applications/portal/offered">
        {APPLICATIONS.offered}
      </ButtonLink>
      <AddMenu />
    </>
  );
}

function AddMenu() {
  const may = useMay("developer");
  if (!may) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={14} />}>{APPLICATIONS.addOwn}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink to="/$environment/applications/add/openapi">{APPLICATIONS.fromOpenApi}</MenuLink>
        <MenuLink to="/$environment/applications/add/mcp">{APPLICATIONS.fromMcp}</MenuLink>
        <MenuLink to="/$environment/applications/add/definition">{APPLICATIONS.fromDefinition}</MenuLink>
        <MenuLink to="/$environment/applications/add/piece">{PIECES.menu}</MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}

function fits(application: ListedApplication, { search = "", state, origin, category }: Chosen): boolean {
  const { name, slug, description, tags, kind } = application;
  if (category !== undefined && !tags.includes(category)) return false;
  if (state === "used" && !isInUse(application)) return false;
  if (STAGES.some((one) => one === state) && getStage(application) !== state) return false;
  if (origin !== undefined && kind !== origin) return false;
  const words = [name, slug, description, ...tags].join(" ").toLowerCase().split(BETWEEN_WORDS);
  // Within words, "sage" would find each that sends messages.
  return search
    .toLowerCase()
    .split(BETWEEN_WORDS)
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
