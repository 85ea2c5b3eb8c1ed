import { Alert, Button, Group, List, Loader, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useRead } from "../../../api/use-api.ts";
import { ButtonLink } from "../../../parts/links/button-link.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { PIECES } from "../../../words/pieces.ts";
import { isInstalling, type ShownPiece, usePiece } from "./piece.ts";

interface InstallProgressProps {
  readonly slug: string;
  readonly onAgain: (packageName: string) => void;
}

/** What the installation of a piece does, and how it ended. */
export function InstallProgress({ slug, onAgain }: InstallProgressProps) {
  const { data: piece, error, refetch } = usePiece(slug);
  if (error && !piece) return <Problem error={error} onRetry={refetch} />;
  if (!piece) return <Skeleton height={80} maw={640} />;
  if (isInstalling(piece)) return <Installing piece={piece} />;
  if (piece.install?.status === "failed")
    return (
      <Stack gap="md" maw={640} align="start">
        <InstallFailure piece={piece} />
        <Button variant="default" onClick={() => onAgain(piece.install?.package ?? "")}>
          {PIECES.again}
        </Button>
      </Stack>
    );
  return <Installed piece={piece} onAnother={() => onAgain("")} />;
}

/** A piece that is being installed, and what is being done. */
export function Installing({ piece }: { piece: ShownPiece }) {
  const { install } = piece;
  const name = [install?.package, install?.version].filter(Boolean).join(" ");
  return (
    <Alert color="blue" icon={<Loader size={18} />} title={PIECES.installing(name)} maw={640} role="status">
      <Text size="sm">{install?.stage ? `${install.stage}…` : ""}</Text>
      <Text size="sm" className="muted">
        {PIECES.installingText}
      </Text>
    </Alert>
  );
}

/** Why the latest installation failed, in the server's words. */
export function InstallFailure({ piece: { install, version } }: { piece: ShownPiece }) {
  const name = [install?.package, install?.version].filter(Boolean).join(" ");
  return (
    <Alert
      color="red"
      icon={<IconCircleX size={18} />}
      title={PIECES.failed(name)}
      w="100%"
      maw={640}
      role="alert"
    >
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {install?.problem}
      </Text>
      {version && <Text size="sm">{PIECES.failedStays(version)}</Text>}
    </Alert>
  );
}

/** What was left out of a piece; nothing if it is supported as a whole. */
export function LeftOut({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={PIECES.leftOut} maw={640}>
      <List size="sm">
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Installed({ piece, onAnother }: { piece: ShownPiece; onAnother: () => void }) {
  const { slug, version = "" } = piece;
  const { data: application } = useRead("/api/v2/public/application/{slug}/settings", { path: { slug } });
  if (!application) return <Skeleton height={80} maw={640} />;
  const { name, action_count: actions, trigger_count: triggers } = application;
  return (
    <Stack gap="md" maw={640}>
      <Alert
        color="green"
        icon={<IconCircleCheck size={18} />}
        title={PIECES.installed(name, version)}
        role="status"
      >
        {PIECES.parts(actions, triggers)}
      </Alert>
      <LeftOut sentences={piece.left_out} />
      <Group gap="sm">
        <ButtonLink to="/$environment/applications/$slug" params={{ slug }} search={{ tab: "setup" }}>
          {PIECES.open(name)}
        </ButtonLink>
        <Button variant="default" onClick={onAnother}>
          {PIECES.another}
        </Button>
      </Group>
    </Stack>
  );
}
