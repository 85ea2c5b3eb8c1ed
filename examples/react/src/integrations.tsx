import "@junctor/sdk/react";
import { usePortalLink } from "./use-portal-link.ts";

interface IntegrationsProps {
  readonly lang: string;
  readonly onChange: (text: string) => void;
}

/** The portal of the signed-in customer, in the look and language of the page. */
export function Integrations({ lang, onChange }: IntegrationsProps) {
  const { link, hasFailed, renew } = usePortalLink();
  if (hasFailed)
    return (
      <p role="alert">
        Integrations cannot be shown just now.{" "}
        <button type="button" onClick={renew}>
          Try again
        </button>
      </p>
    );
  if (link === undefined) return <p>Loading…</p>;
  return (
    <junctor-connect
      token={link.token}
      base-url={link.junctorUrl}
      lang={lang}
      radius="14"
      onconnected={({ detail }) => onChange(`${detail.slug} is connected`)}
      ondisconnected={({ detail }) => onChange(`${detail.slug} is disconnected`)}
      onconfigured={({ detail }) => onChange(`${detail.slug} is set up`)}
      onerror={({ detail }) => console.error(`${detail.code}: ${detail.message}`)}
      ontoken-needed={renew}
    />
  );
}
