import { type Static, Type } from "typebox";
import { Record, Timestamp } from "../../../platform/http/route.ts";
import type { PieceFacts } from "../../catalog/pieces/piece-store.ts";
import { INSTALL_STATUSES } from "../../catalog/pieces/piece-table.ts";
import type { PieceInstallRow } from "./install-store.ts";

const PACKAGE = "^(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$";
const VERSION = "^\\d+\\.\\d+\\.\\d+(-[A-Za-z0-9.-]+)?$";

const Version = Type.String({
  pattern: VERSION,
  maxLength: 100,
  "x-form": "an exact version such as 1.2.3",
  examples: ["1.2.3"],
});

/** What to install. */
export const InstallPieceBody = Type.Object(
  {
    package: Type.String({
      pattern: PACKAGE,
      maxLength: 200,
      "x-form": "the name of an npm package",
      examples: ["@activepieces/piece-notion"],
    }),
    version: Type.Optional(Version),
  },
  { additionalProperties: false },
);

/** Which version to use. */
export const UpdatePieceBody = Type.Object(
  { version: Type.Optional(Version) },
  { additionalProperties: false },
);

export const RemovePieceQuery = Type.Object({
  force: Type.Optional(Type.Boolean({ description: "Whether to remove it even if it is used." })),
});

const PieceInstall = Type.Object(
  {
    status: Type.Enum(INSTALL_STATUSES),
    package: Type.String(),
    version: Type.Optional(Type.String({ description: "Absent while the newest is looked up." })),
    stage: Type.Optional(Type.String({ description: "What is being done, while `installing`." })),
    problem: Type.Optional(Type.String({ description: "Why it `failed`, in a sentence." })),
    requested_at: Timestamp,
    updated_at: Timestamp,
  },
  { description: "The latest installation." },
);

const PieceVersion = Type.Object({
  version: Type.String(),
  in_use: Type.Boolean(),
  integrity: Type.String({
    description: "The registry's integrity hash; empty for a piece installed from a folder.",
  }),
  sha256: Type.String({ description: "Of the code as it runs, with its dependencies." }),
  size: Type.Integer({ description: "Bytes of the code." }),
  installed_at: Timestamp,
  installed_by: Type.Optional(
    Type.String({ description: "Who installed it, if it was somebody of your organization." }),
  ),
});

/** An installed piece, or one that is being installed. */
export const Piece = Record("Piece", {
  slug: Type.String({ description: "The slug of its application." }),
  package: Type.String(),
  version: Type.Optional(Type.String({ description: "The version in use; absent if there is none." })),
  left_out: Type.Array(
    Type.String({ description: "A sentence for each action or trigger that cannot be offered." }),
  ),
  versions: Type.Array(PieceVersion, { description: "Those that are stored, newest first." }),
  install: Type.Optional(PieceInstall),
});

/** Whether the caller may change pieces. */
export const PieceList = Record("PieceList", {
  docs: Type.Array(Piece),
  may_change: Type.Boolean({ description: "Whether owners of your organization may change pieces." }),
  reason: Type.Optional(Type.String({ description: "Why they may not, in a sentence." })),
});

/** What a piece is shown from. */
export interface ShownPiece {
  readonly slug: string;
  readonly versions: readonly PieceFacts[];
  readonly install: PieceInstallRow | undefined;
  readonly leftOut: readonly string[];
}

/** A piece as an organization sees it: who installed it is shown only to their own. */
export function presentPiece(
  { slug, versions, install, leftOut }: ShownPiece,
  orgId: string,
): Static<typeof Piece> {
  const used = versions.find(({ in_use: isInUse }) => isInUse);
  return {
    slug,
    package: used?.package ?? install?.package ?? "",
    version: used?.version,
    left_out: [...leftOut],
    versions: versions.map((one) => ({
      version: one.version,
      in_use: one.in_use,
      integrity: one.integrity,
      sha256: one.hash,
      size: one.code_bytes,
      installed_at: one.installed_at.toISOString(),
      installed_by: nameOf(one.installed_by, orgId),
    })),
    install: install && presentInstall(install),
  };
}

function presentInstall(row: PieceInstallRow): Static<typeof PieceInstall> {
  return {
    status: row.status,
    package: row.package,
    version: row.version ?? undefined,
    stage: row.stage ?? undefined,
    problem: row.problem ?? undefined,
    requested_at: row.requested_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function nameOf(actor: PieceFacts["installed_by"], orgId: string): string | undefined {
  if (actor === null) return undefined;
  const { kind, name, id, orgId: of } = actor;
  if (kind === "command_line") return "the command line";
  if (of !== orgId) return undefined;
  if (typeof name === "string") return name;
  return kind === "api_key" && typeof id === "string" ? `API key ${id}` : undefined;
}
