import { Alert, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconAlertTriangle, IconLock } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { useChangeIn, useRead } from "../../../api/use-api.ts";
import { useMay } from "../../../api/use-role.ts";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { given, useFilters } from "../../../parts/page/use-filters.ts";
import { APPLICATIONS } from "../../../words/applications.ts";
import { PIECES } from "../../../words/pieces.ts";
import { InstallProgress } from "./install-progress.tsx";
import { AFTER_PIECE_CHANGES, PIECES_PATH } from "./piece.ts";

export const Route = createLazyRoute("/$environment/applications/add/piece")({ component: InstallPage });

/** Installs an Activepieces package; the URL names the one that is being installed. */
function InstallPage() {
  const { filters, change } = useFilters(["slug"]);
  const [tried, setTried] = useState("");
  const { data: pieces, error, refetch } = useRead(PIECES_PATH, {});
  const { slug } = filters;
  return (
    <Page title={PIECES.title} back={{ to: "/$environment/applications", label: APPLICATIONS.toList }}>
      {error && !pieces && <Problem error={error} onRetry={refetch} />}
      {!error && !pieces && <Skeleton height={200} maw={520} />}
      {pieces && slug !== undefined && (
        <InstallProgress
          slug={slug}
          onAgain={(packageName) => {
            setTried(packageName);
            change({ slug: undefined });
          }}
        />
      )}
      {pieces && slug === undefined && (
        <InstallForm
          refusal={pieces.may_change ? undefined : pieces.reason}
          packageName={tried}
          onStarted={(started) => change({ slug: started })}
        />
      )}
    </Page>
  );
}

interface InstallFormProps {
  /** Why nobody can install here. */
  readonly refusal: string | undefined;
  /** What the field says at first. */
  readonly packageName: string;
  readonly onStarted: (slug: string) => void;
}

function InstallForm({ refusal, packageName, onStarted }: InstallFormProps) {
  const form = useForm({ initialValues: { package: packageName, version: "" } });
  const may = useMay("owner", "production");
  // Both environments have the same pieces, so changing them takes a role in production.
  const install = useChangeIn("production", "post", PIECES_PATH, AFTER_PIECE_CHANGES);
  const submit = form.onSubmit((values) =>
    install.mutate(
      { body: { package: values.package.trim(), ...given({ version: values.version.trim() }) } },
      { onSuccess: ({ slug }) => onStarted(slug) },
    ),
  );
  if (refusal !== undefined)
    return (
      <Alert color="gray" icon={<IconLock size={18} />} title={PIECES.notHere} maw={640}>
        {refusal}
      </Alert>
    );
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={520}>
        <Text size="sm" className="muted">
          {PIECES.text}
        </Text>
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={PIECES.warning}>
          {PIECES.warningText}
        </Alert>
        {!may && <Text size="sm">{PIECES.ownersOnly}</Text>}
        <TextInput
          label={PIECES.package}
          description={PIECES.packageHelp}
          placeholder={PIECES.packagePlaceholder}
          required
          maxLength={200}
          disabled={!may}
          {...form.getInputProps("package")}
        />
        <TextInput
          label={PIECES.version}
          description={PIECES.versionHelp}
          placeholder={PIECES.versionPlaceholder}
          maxLength={100}
          disabled={!may}
          {...form.getInputProps("version")}
        />
        <FormProblem form={form} error={install.error} />
        <div>
          <RoleButton
            type="submit"
            least="owner"
            environment="production"
            variant="filled"
            loading={install.isPending}
            onClick={submit}
          >
            {PIECES.install}
          </RoleButton>
        </div>
      </Stack>
    </form>
  );
}
