import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { getActor } from "../../../audit-log/actor.ts";
import { getScope } from "../../../auth/guard.ts";
import { defineOperations } from "../../../auth/operation.ts";
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/errors.ts";
import { ErrorReply } from "../../../platform/http/error-reply.ts";
import { setEmptyBody } from "../../../platform/http/json-body.ts";
import { Message } from "../../../platform/http/route.ts";
import { findPieceDescription, listPieceFacts, type PieceActor } from "../../catalog/pieces/piece-store.ts";
import { getPieceSlug } from "../../providers/piece/installed-pieces.ts";
import { BySlug } from "../../schema.ts";
import { removePiece, startInstall, useStoredVersion } from "./change-piece.ts";
import { listInstalls } from "./install-store.ts";
import { findPieceRefusal, requirePieceChange } from "./may-change-pieces.ts";
import {
  InstallPieceBody,
  Piece,
  PieceList,
  presentPiece,
  RemovePieceQuery,
  UpdatePieceBody,
} from "./piece-schema.ts";

const BASE = "/api/v2/public/pieces";
const RULES =
  "Requires a production key (403 otherwise), and that this server lets owners change pieces (403 otherwise; see [Who may install](/guides/pieces#who-may-install)).";

const isBeingInstalled = { ...ErrorReply, description: "The piece is just being installed." };

const operation = defineOperations<Deps>("Application settings");

/** Activepieces packages as applications (ours); of the whole server, because their code is. */
export const PIECE_OPERATIONS = [
  operation({
    id: "listPieces",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "apiKey",
    summary: "List installed pieces",
    description:
      "Returns the Activepieces pieces of this server, including those whose installation has not ended or has failed, and whether you may change them. See [Activepieces pieces](/guides/pieces).",
    schema: { response: { 200: PieceList } },
    run: async (deps, request) => {
      const scope = getScope(request);
      // First: an installation ends together with its version.
      const installs = new Map(
        (await listInstalls(deps.db)).flatMap((one) => (one.status === "removed" ? [] : [[one.slug, one]])),
      );
      const versions = Map.groupBy(await listPieceFacts(deps.db), ({ slug }) => slug);
      const slugs = [...new Set([...versions.keys(), ...installs.keys()])].sort();
      const reason = await findPieceRefusal(deps);
      return {
        docs: slugs.map((slug) =>
          presentPiece(
            { slug, versions: versions.get(slug) ?? [], install: installs.get(slug), leftOut: [] },
            scope.orgId,
          ),
        ),
        may_change: reason === undefined,
        reason,
      };
    },
  }),
  operation({
    id: "getPiece",
    method: "get",
    path: `${BASE}/:slug`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get an installed piece",
    description:
      "Returns a piece with its stored versions and the progress or outcome of its latest installation. As soon as it says `installed`, its application can be used.",
    schema: { params: BySlug, response: { 200: Piece } },
    run: async (deps, request) => readPiece(deps, getScope(request).orgId, request.params.slug),
  }),
  operation({
    id: "installPiece",
    method: "post",
    path: BASE,
    least: "owner",
    credentials: "apiKey",
    summary: "Install a piece",
    description: `Starts to install a package from the npm registry, without a \`version\` the newest, and puts it to use on all processes in place of another version. It takes up to two minutes; poll [Get an installed piece](#operation/getPiece) until \`install.status\` is no longer \`installing\`. Its code sees the credentials of its connections: install only packages that you trust. ${RULES} Returns 409 while the same piece is being installed, or if its slug belongs to another package.`,
    schema: {
      body: InstallPieceBody,
      response: {
        200: Piece,
        409: { ...ErrorReply, description: "It is being installed, or its slug is another package's." },
      },
    },
    run: async (deps, request) => {
      const scope = getScope(request);
      await requirePieceChange(deps, scope);
      const { package: packageName, version } = request.body;
      const slug = getPieceSlug(packageName);
      await startInstall(deps, { slug, package: packageName, version, by: toPieceActor(request) });
      return readPiece(deps, scope.orgId, slug);
    },
  }),
  operation({
    id: "updatePiece",
    method: "put",
    path: `${BASE}/:slug`,
    least: "owner",
    credentials: "apiKey",
    preValidation: setEmptyBody,
    summary: "Change a piece's version",
    description: `Puts another version of a piece to use: at once if it is stored, otherwise it is installed as by [Install a piece](#operation/installPiece). Without a \`version\`, installs the newest. ${RULES} Returns 409 while the piece is being installed.`,
    schema: { params: BySlug, body: UpdatePieceBody, response: { 200: Piece, 409: isBeingInstalled } },
    run: async (deps, request) => {
      const scope = getScope(request);
      await requirePieceChange(deps, scope);
      const { slug } = request.params;
      const { version } = request.body;
      const [known] = await listPieceFacts(deps.db, slug);
      if (known === undefined) throw notFound("Piece");
      const by = toPieceActor(request);
      if (version === undefined || !(await useStoredVersion(deps, { slug, version, by })))
        await startInstall(deps, { slug, package: known.package, version, by });
      return readPiece(deps, scope.orgId, slug);
    },
  }),
  operation({
    id: "removePiece",
    method: "delete",
    path: `${BASE}/:slug`,
    least: "owner",
    credentials: "apiKey",
    summary: "Remove a piece",
    description: `Removes a piece with all its versions from all processes; calls that are running end normally. Connections stay, and work again if the same package is installed again. ${RULES} Returns 409 while it is being installed, or while connections or workflows use it, unless \`force\` is true.`,
    schema: {
      params: BySlug,
      querystring: RemovePieceQuery,
      response: {
        200: Message,
        409: { ...ErrorReply, description: "It is being installed, or connections or workflows use it." },
      },
    },
    run: async (deps, request) => {
      await requirePieceChange(deps, getScope(request));
      const { slug } = request.params;
      await removePiece(deps, { slug, by: toPieceActor(request), force: request.query.force === true });
      return { message: "piece removed successfully" };
    },
  }),
];

/** Who changes a piece, as stored with it. */
function toPieceActor(request: FastifyRequest): PieceActor {
  return JSON.parse(JSON.stringify({ ...getActor(request), orgId: getScope(request).orgId }));
}

async function readPiece(deps: Deps, orgId: string, slug: string): Promise<Static<typeof Piece>> {
  // First: an installation ends together with its version.
  const [install] = await listInstalls(deps.db, slug);
  const versions = await listPieceFacts(deps.db, slug);
  const isGone = versions.length === 0 && (install === undefined || install.status === "removed");
  if (isGone) throw notFound("Piece");
  const used = versions.find(({ in_use: isInUse }) => isInUse);
  // Who reads that it is there may use it on this process.
  if (install?.status === "installed") await deps.catalog.refreshPieces();
  const description = used && (await findPieceDescription(deps.db, used.id));
  return presentPiece({ slug, versions, install, leftOut: description?.leftOut ?? [] }, orgId);
}
