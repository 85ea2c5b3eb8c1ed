import type { Static } from "typebox";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { type Application, listScopes } from "../catalog/application.ts";
import { type Availability, getAvailability, readPortalRules } from "../catalog/portal-availability.ts";
import { buildSharedUrl, hasSharedWebhook, needsWebhookSecret } from "../catalog/shared-webhook.ts";
import { buildCallbackUrl } from "../connections/connect.ts";
import type { Grade } from "../connector.ts";
import { type AuthType, needsConnection } from "../connector-auth.ts";
import { getGrade, isAddedFrom } from "../directory/grade.ts";
import { listAuthFields } from "../schema.ts";
import { buildIconUrl } from "./icon-route.ts";
import type { ApplicationSettings } from "./settings-schema.ts";

/** What turns an organization's applications into the wire form of their settings. */
export async function createSettingsPresenter(
  deps: Pick<Deps, "config" | "credentials" | "db" | "directory">,
  scope: Scope,
  { withAddress = false }: { readonly withAddress?: boolean } = {},
): Promise<(application: Application) => Static<typeof ApplicationSettings>> {
  const [rules, directory] = await Promise.all([readPortalRules(deps, scope), deps.directory()]);
  return (application) => {
    const { connector, custom, own } = application;
    const { slug } = connector.info;
    const entry = directory.get(slug);
    return presentSettings(application, {
      callbackUrl: buildCallbackUrl(deps, slug),
      webhookUrl: withAddress && hasSharedWebhook(connector) ? buildSharedUrl(deps, scope, slug) : undefined,
      iconUrl: buildIconUrl(connector),
      grade: custom
        ? entry && own && isAddedFrom(entry, own)
          ? getGrade(entry)
          : undefined
        : connector.info.grade,
      portal: getAvailability(application, rules),
    });
  };
}

/** What is not stored with an application. */
interface ComputedSettings {
  readonly callbackUrl: string;
  readonly webhookUrl: string | undefined;
  readonly iconUrl: string;
  readonly grade: Grade | undefined;
  readonly portal: Availability;
}

function presentSettings(
  application: Application,
  { callbackUrl, webhookUrl, iconUrl, grade, portal }: ComputedSettings,
): Static<typeof ApplicationSettings> {
  const { connector, settings, custom, enabled } = application;
  const { auth, slug, name } = connector.info;
  return {
    slug,
    name,
    description: connector.info.description,
    tags: connector.info.tags,
    icon_url: iconUrl,
    documentation_url: connector.info.documentationUrl,
    action_count: connector.info.actions.length,
    trigger_count: connector.info.triggers.length,
    kind: custom ? "custom" : "native",
    provider: connector.info.provider,
    grade,
    auth_types: [
      ...(auth.oauth2 ? ["oauth2" as const] : []),
      ...(auth.keybased ? ["keybased" as const] : []),
    ],
    needs_connection: needsConnection(auth),
    enabled,
    portal,
    client_id: settings?.client_id ?? undefined,
    has_client_secret: settings?.client_secret != null,
    has_default_client: auth.oauth2?.client !== undefined,
    scopes: [...listScopes(application)],
    has_own_scopes: settings?.scopes != null,
    callback_url: callbackUrl,
    webhook_url: webhookUrl,
    needs_webhook_secret: needsWebhookSecret(connector),
    has_webhook_secret: settings?.webhook_secret != null,
    __v: settings?.revision ?? 0,
  };
}

/** What customers fill in to connect an application, for each of its auth types. */
export function presentConnectFields(
  application: Pick<Application, "connector">,
): Static<typeof ApplicationSettings>["connect_fields"] {
  const { auth } = application.connector.info;
  const list = (type: AuthType) =>
    listAuthFields(application, type).map(({ label, required, helpText }) => ({
      label,
      required,
      help_text: helpText,
    }));
  return {
    ...(auth.oauth2 && { oauth2: list("oauth2") }),
    ...(auth.keybased && { keybased: list("keybased") }),
  };
}
