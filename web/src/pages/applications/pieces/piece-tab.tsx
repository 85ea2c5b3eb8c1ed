import { Group, Skeleton, Stack, Table, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useChangeIn } from "../../../api/use-api.ts";
import { confirm, tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { given } from "../../../parts/page/use-filters.ts";
import { Moment } from "../../../parts/time/moment.tsx";
import { FactList } from "../../../parts/values/fact-list.tsx";
import { Identifier } from "../../../parts/values/identifier.tsx";
import { State } from "../../../parts/values/state.tsx";
import { FILES } from "../../../words/parts/files.ts";
import { PIECES } from "../../../words/pieces.ts";
import type { ListedApplication } from "../application.ts";
import { InstallFailure, Installing, LeftOut } from "./install-progress.tsx";
import { AFTER_PIECE_CHANGES, isInstalling, PIECE_PATH, type ShownPiece, usePiece } from "./piece.ts";
import { RemoveButton } from "./remove-button.tsx";

type StoredVersion = ShownPiece["versions"][number];

/** The package of a piece: where its code is from, its versions, and changing them. */
export function PieceTab({ application: { slug, name } }: { application: ListedApplication }) {
  const { data: piece, error, refetch } = usePiece(slug);
  if (error && !piece) return <Problem error={error} onRetry={refetch} />;
  if (!piece) return <Skeleton height={160} />;
  const used = piece.versions.find((one) => one.in_use);
  return (
    <Stack gap="xl">
      {isInstalling(piece) && <Installing piece={piece} />}
      {piece.install?.status === "failed" && <InstallFailure piece={piece} />}
      {used && <PackageFacts piece={piece} used={used} />}
      <LeftOut sentences={piece.left_out} />
      <Versions piece={piece} name={name} />
      <UpdateForm key={used?.version} piece={piece} />
      <div>
        <RemoveButton slug={slug} name={name} isDisabled={isInstalling(piece)} />
      </div>
    </Stack>
  );
}

function PackageFacts({ piece, used }: { piece: ShownPiece; used: StoredVersion }) {
  return (
    <FactList
      aria-label={PIECES.facts}
      facts={[
        [PIECES.package, <Identifier key="package" id={piece.package} whole />],
        [PIECES.version, used.version],
        [PIECES.integrity, used.integrity ? <Wrapped key="integrity" text={used.integrity} /> : PIECES.local],
        [PIECES.sha256, <Wrapped key="sha256" text={used.sha256} />],
        [PIECES.size, FILES.size(used.size)],
        [PIECES.installedAt, <Installation key="installed" version={used} />],
      ]}
    />
  );
}

/** A hash, which is wider than a phone. */
function Wrapped({ text }: { text: string }) {
  return (
    <span className="mono" style={{ overflowWrap: "anywhere" }}>
      {text}
    </span>
  );
}

function Installation({ version }: { version: StoredVersion }) {
  return (
    <span>
      <Moment at={version.installed_at} />
      {version.installed_by && ` ${PIECES.installedBy(version.installed_by)}`}
    </span>
  );
}

function Versions({ piece, name }: { piece: ShownPiece; name: string }) {
  const { slug, versions } = piece;
  const change = useChangeIn("production", "put", PIECE_PATH, AFTER_PIECE_CHANGES);
  if (versions.length < 2) return null;
  const ask = (version: string) =>
    confirm({
      title: PIECES.switchTitle(version),
      text: PIECES.switchText(name, version),
      action: PIECES.switchTitle(version),
      onConfirm: () =>
        change.mutate(
          { path: { slug }, body: { version } },
          { onSuccess: () => tell(PIECES.used(version)), onError: tellProblem },
        ),
    });
  return (
    <section>
      <Title order={2} fz="md" mb="xs">
        {PIECES.versions}
      </Title>
      <Table aria-label={PIECES.versions} fz="sm" maw={640}>
        <Table.Tbody>
          {versions.map((one) => (
            <Table.Tr key={one.version}>
              <Table.Td className="mono">{one.version}</Table.Td>
              <Table.Td>
                <Installation version={one} />
              </Table.Td>
              <Table.Td ta="right">
                {one.in_use ? (
                  <State mood="good" word={PIECES.inUse} />
                ) : (
                  <RoleButton
                    least="owner"
                    environment="production"
                    size="compact-xs"
                    aria-label={PIECES.switchTitle(one.version)}
                    disabled={isInstalling(piece)}
                    onClick={() => ask(one.version)}
                  >
                    {PIECES.use}
                  </RoleButton>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function UpdateForm({ piece }: { piece: ShownPiece }) {
  const form = useForm({ initialValues: { version: "" } });
  const change = useChangeIn("production", "put", PIECE_PATH, AFTER_PIECE_CHANGES);
  const submit = form.onSubmit(({ version }) =>
    change.mutate({ path: { slug: piece.slug }, body: given({ version: version.trim() }) }),
  );
  return (
    <form onSubmit={submit}>
      <Title order={2} fz="md" mb="xs">
        {PIECES.updateTitle}
      </Title>
      <Stack gap="sm" maw={520}>
        <TextInput
          label={PIECES.version}
          description={PIECES.versionHelp}
          placeholder={PIECES.versionPlaceholder}
          maxLength={100}
          {...form.getInputProps("version")}
        />
        <FormProblem form={form} error={change.error} />
        <Group>
          <RoleButton
            type="submit"
            least="owner"
            environment="production"
            loading={change.isPending}
            disabled={isInstalling(piece)}
            onClick={submit}
          >
            {PIECES.update}
          </RoleButton>
        </Group>
      </Stack>
    </form>
  );
}
