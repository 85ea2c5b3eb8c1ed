/** What a customer answers on a consent page of the simulator. */
export interface ConsentAnswer {
  account?: string;
  name?: string;
  decision?: "allow" | "deny";
}

/** Opens a consent page and sends its form, as a browser does; returns where the browser is sent then. */
export async function answerConsent(address: string, answer: ConsentAnswer = {}): Promise<URL> {
  const page = await fetch(address);
  if (page.status !== 200) throw new Error(`The consent page answered ${page.status}: ${await page.text()}`);
  const body = new URLSearchParams({ account: "Acme", decision: "allow", ...answer });
  const reply = await fetch(address, { method: "POST", body, redirect: "manual" });
  const location = reply.headers.get("location");
  if (reply.status !== 303 || location === null) throw new Error(`The form answered ${reply.status}.`);
  return new URL(location);
}
