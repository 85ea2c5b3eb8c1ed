import { requireProduction } from "../../auth/production-only.ts";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { CLIENT_SECRET_COLUMN, findApplication } from "../catalog/application.ts";
import {
  type ApplicationSettingsRow,
  findCustomRow,
  findSettings,
  type SettingsChange,
  saveApplicationSettingsIn,
} from "../catalog/application-store.ts";
import { saveCustomApplicationIn } from "../catalog/custom-application.ts";

type PromoteDeps = Pick<Deps, "db" | "catalog" | "log" | "vault" | "clock">;

/**
 * Makes an application in production what it is in test: an own one's definition, whether it is enabled, its scopes,
 * and its OAuth2 client if production has none. 403 with a test key, 404 if test has no such application.
 */
export async function promoteApplication(deps: PromoteDeps, scope: Scope, slug: string): Promise<void> {
  requireProduction(scope, "Promoting an application");
  const { db, clock } = deps;
  const test: Scope = { ...scope, environment: "test" };
  if (!(await findApplication(deps, test, slug))) throw notFound("Application");
  const [own, settings] = await Promise.all([findCustomRow(db, test, slug), findSettings(db, test, slug)]);
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    if (own) {
      const { provider, definition, checks, choices } = own;
      await saveCustomApplicationIn(tx, scope, { slug, provider, definition, checks, choices, now });
    }
    if (!settings) return;
    const there = await findSettings(tx, scope, slug);
    const change = { enabled: settings.enabled, scopes: settings.scopes, ...clientOf(deps, settings, there) };
    await saveApplicationSettingsIn(tx, scope, slug, { change, now });
  });
}

/** Connections of production belong to the client that created them, so production keeps its own. */
function clientOf(
  { vault }: PromoteDeps,
  { id, client_id: clientId, client_secret: sealed }: ApplicationSettingsRow,
  there: ApplicationSettingsRow | undefined,
): Pick<SettingsChange, "clientId" | "sealSecret"> {
  if (there?.client_id != null) return {};
  if (sealed === null) return { clientId };
  const secret = vault.open(sealed, CLIENT_SECRET_COLUMN.identityOf(id));
  return { clientId, sealSecret: (rowId) => vault.seal(secret, CLIENT_SECRET_COLUMN.identityOf(rowId)) };
}
