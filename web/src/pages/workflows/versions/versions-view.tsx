import { Badge, Group, Select, Skeleton, Stack, UnstyledButton } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { usePages } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { useFilters } from "../../../parts/page/use-filters.ts";
import { Moment } from "../../../parts/time/moment.tsx";
import { PARTS } from "../../../words/parts/parts.ts";
import { VERSIONS } from "../../../words/workflows/versions.ts";
import { WORKFLOWS } from "../../../words/workflows/workflows.ts";
import type { Workflow } from "../workflow.ts";
import { DifferenceView } from "./difference-view.tsx";
import type { Elsewhere } from "./use-publishing.ts";
import { VersionMenu } from "./version-menu.tsx";
import classes from "./versions-view.module.css";

interface VersionsViewProps {
  readonly workflow: Workflow;
  readonly draft: Workflow | undefined;
  readonly production: Elsewhere;
}

/** The published versions, newest first, and the changes between them. */
export function VersionsView({ workflow, draft, production }: VersionsViewProps) {
  const environment = useEnvironment();
  const { filters, change } = useFilters(["version", "with"]);
  const versions = usePages("/api/v2/public/workflow/versions/{id}", { path: { id: workflow._id } });
  const { items } = versions;
  if (versions.error) return <Problem error={versions.error} onRetry={versions.refetch} />;
  if (versions.isPending) return <Skeleton height={320} />;
  if (items.length === 0)
    return (
      <Nothing icon={<IconHistory size={28} />} title={VERSIONS.noVersions} text={VERSIONS.noVersionsText} />
    );
  const all = draft ? [draft, ...items] : items;
  const find = (key: string | undefined) => all.find((one) => keyOf(one, draft) === key);
  const after = find(filters.version) ?? all[0];
  const before =
    find(filters.with) ?? (after === draft ? versionOf(items, workflow) : previousOf(items, after));
  const inProduction = production.workflow?.published ? production.workflow.version : undefined;
  return (
    <div className={classes.split}>
      <div>
        <ol className={classes.list}>
          {all.map((version) => (
            <li
              key={keyOf(version, draft)}
              className={classes.item}
              data-shown={version === after || undefined}
            >
              <UnstyledButton
                className={classes.version}
                aria-pressed={version === after}
                onClick={() => change({ version: keyOf(version, draft), with: undefined })}
              >
                <span className={classes.title}>{titleOf(version, draft)}</span>
                <Group gap={6}>
                  <span className="muted">
                    <Moment at={version === draft ? version.updatedAt : version.createdAt} />
                  </span>
                  {version.published && <Badge>{WORKFLOWS.publishedHere}</Badge>}
                  {version !== draft && version.version === inProduction && environment === "test" && (
                    <Badge color="gray">{WORKFLOWS.publishedThere}</Badge>
                  )}
                </Group>
              </UnstyledButton>
              {version !== draft && (
                <VersionMenu
                  workflow={workflow}
                  version={version}
                  isInProduction={version.version === inProduction}
                />
              )}
            </li>
          ))}
        </ol>
        {versions.hasNextPage && (
          <UnstyledButton className={classes.more} onClick={() => versions.fetchNextPage()}>
            {versions.isFetchingNextPage ? PARTS.loadingMore : VERSIONS.olderVersions}
          </UnstyledButton>
        )}
      </div>
      <Stack gap="md" miw={0}>
        <Select
          label={WORKFLOWS.compareWith}
          w={260}
          data={all
            .filter((one) => one !== after)
            .map((one) => ({ value: keyOf(one, draft), label: titleOf(one, draft) }))}
          value={before ? keyOf(before, draft) : null}
          onChange={(key) => change({ with: key ?? undefined })}
          disabled={all.length < 2}
          placeholder={WORKFLOWS.firstVersion}
        />
        {before && after && (
          <DifferenceView
            key={`${keyOf(before, draft)} ${keyOf(after, draft)}`}
            before={before}
            after={after}
            title={VERSIONS.difference({ before: titleOf(before, draft), after: titleOf(after, draft) })}
          />
        )}
      </Stack>
    </div>
  );
}

function keyOf(version: Workflow, draft: Workflow | undefined): string {
  return version === draft ? "draft" : String(version.version);
}

function titleOf(version: Workflow, draft: Workflow | undefined): string {
  return version === draft ? VERSIONS.draft : VERSIONS.shownVersion(version);
}

function versionOf(versions: readonly Workflow[], { version }: Workflow): Workflow | undefined {
  return versions.find((one) => one.version === version);
}

function previousOf(versions: readonly Workflow[], after: Workflow | undefined): Workflow | undefined {
  return versions.find(({ version }) => after !== undefined && version < after.version);
}
