import { customerPage } from "../../api/audience.ts";
import { useRead } from "../../api/use-api.ts";

const PARTS = "/api/v2/public/workflow-parts";

/** An application, as lists and forms show it. */
export interface KnownApplication {
  readonly slug: string;
  readonly name: string;
  readonly icon_url: string;
  readonly enabled: boolean;
}

/** All applications, or those that a customer may use in workflows of its own. */
export function useApplications(enabled = true): readonly KnownApplication[] {
  const isCustomer = customerPage() !== undefined;
  const all = useRead("/api/v2/public/application/all", {}, { enabled: enabled && !isCustomer });
  const offered = useRead(PARTS, {}, { enabled: enabled && isCustomer });
  if (!isCustomer) return all.data ?? [];
  return (offered.data?.applications ?? []).map(({ slug, name, icon }) => ({
    slug,
    name,
    icon_url: icon,
    enabled: true,
  }));
}

/** The names of applications by slug. */
export function useApplicationNames(enabled = true): ReadonlyMap<string, string> {
  return new Map(useApplications(enabled).map(({ slug, name }) => [slug, name]));
}

/** The organization's own events that can start a workflow, with their examples. */
export function useOwnEvents(
  enabled = true,
): readonly { readonly name: string; readonly raw_response?: unknown }[] {
  const isCustomer = customerPage() !== undefined;
  const all = useRead("/api/v2/public/application/event", {}, { enabled: enabled && !isCustomer });
  const told = useRead(PARTS, {}, { enabled: enabled && isCustomer });
  return (isCustomer ? told.data?.events : all.data) ?? [];
}

/** The types that steps may have; undefined: all. */
export function usePermittedTypes(): ReadonlySet<string> | undefined {
  const isCustomer = customerPage() !== undefined;
  const { data } = useRead(PARTS, {}, { enabled: isCustomer });
  return isCustomer ? new Set(data?.node_types) : undefined;
}
