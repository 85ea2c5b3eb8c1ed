import { createHash } from "node:crypto";
import type { Db, Tx } from "../../platform/database/database.ts";
import { badField } from "../../platform/errors.ts";

const MOST_BYTES = 100 * 1024;

/** An image in which browsers run nothing. */
export interface LogoImage {
  readonly mediaType: string;
  readonly content: Buffer;
}

const DATA = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/;

/** The first bytes of each kind of file; those of WebP follow its length. */
const BEGINNINGS: Readonly<Record<string, (content: Buffer) => boolean>> = {
  "image/png": (content) => content.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n",
  "image/jpeg": (content) => content.subarray(0, 3).toString("latin1") === "\xff\xd8\xff",
  "image/webp": (content) =>
    content.subarray(0, 4).toString("latin1") === "RIFF" &&
    content.subarray(8, 12).toString("latin1") === "WEBP",
};

/** The image in a `data:` address; 400 for anything but a PNG, JPEG or WebP of at most 100 KB. SVG can hold scripts. */
export function parseLogo(address: string): LogoImage {
  const [, mediaType = "", base64 = ""] = DATA.exec(address) ?? [];
  const content = Buffer.from(base64, "base64");
  if (content.length > MOST_BYTES) throw badField("logo", "logo must be at most 100 KB.");
  if (BEGINNINGS[mediaType]?.(content)) return { mediaType, content };
  throw badField(
    "logo",
    "logo must be a PNG, JPEG or WebP image, as data:image/png;base64,… An SVG is not accepted; export it as PNG.",
  );
}

/**
 * Saves the logo in a change of an organization and returns what its row stores: the path of an uploaded logo, or
 * the given address. The current logo's own address changes nothing.
 */
export async function saveLogo(
  tx: Tx,
  given: string | null | undefined,
  { orgId, publicUrl, now }: { orgId: string; publicUrl: string; now: Date },
): Promise<string | null | undefined> {
  if (given === undefined || given?.startsWith(`${publicUrl}${logoPath(orgId, "")}`)) return undefined;
  if (given?.startsWith("data:")) return putLogo(tx, orgId, parseLogo(given), now);
  await tx.deleteFrom("organization_logos").where("org_id", "=", orgId).execute();
  return given;
}

async function putLogo(tx: Tx, orgId: string, { mediaType, content }: LogoImage, now: Date): Promise<string> {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 32);
  const row = { hash, media_type: mediaType, content, created_at: now };
  await tx
    .insertInto("organization_logos")
    .values({ org_id: orgId, ...row })
    .onConflict((conflict) => conflict.column("org_id").doUpdateSet(row))
    .execute();
  return logoPath(orgId, hash);
}

/** The uploaded logo with this hash; undefined if it was replaced or removed. */
export async function findLogo(db: Db, orgId: string, hash: string): Promise<LogoImage | undefined> {
  const row = await db
    .selectFrom("organization_logos")
    .select(["media_type", "content"])
    .where("org_id", "=", orgId)
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row && { mediaType: row.media_type, content: row.content };
}

function logoPath(orgId: string, hash: string): string {
  return `/api/v2/public/organization/${orgId}/logo/${hash}`;
}
