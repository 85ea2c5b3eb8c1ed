import { useCallback, useEffect, useState } from "react";

interface PortalLink {
  readonly token: string;
  readonly junctorUrl: string;
}

/** The portal link of the signed-in customer, from the product's own server; `renew` requests another one. */
export function usePortalLink() {
  const [link, setLink] = useState<PortalLink>();
  const [hasFailed, setHasFailed] = useState(false);
  const [round, setRound] = useState(0);
  // Each round requests a new link.
  useEffect(() => {
    const abort = new AbortController();
    setHasFailed(false);
    fetchLink(abort.signal).then(setLink, () => setHasFailed(!abort.signal.aborted));
    return () => abort.abort();
  }, [round]);
  const renew = useCallback(() => setRound((last) => last + 1), []);
  return { link, hasFailed, renew };
}

async function fetchLink(signal: AbortSignal): Promise<PortalLink> {
  const reply = await fetch("/api/portal-link", { method: "POST", signal });
  if (!reply.ok) throw new Error(`The server responded with ${reply.status}.`);
  return reply.json();
}
