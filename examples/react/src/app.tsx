import { useCallback, useEffect, useState } from "react";
import { Integrations } from "./integrations.tsx";

const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español", ja: "日本語" };

interface Change {
  readonly at: Date;
  readonly text: string;
}

export function App() {
  const [lang, setLang] = useState("en");
  const [scheme, setScheme] = useState<"light" | "dark">(systemScheme);
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const addChange = useCallback(
    (text: string) => setChanges((earlier) => [{ at: new Date(), text }, ...earlier]),
    [],
  );
  useEffect(() => {
    document.documentElement.dataset.scheme = scheme;
  }, [scheme]);
  return (
    <>
      <header>
        <strong>Quayside</strong>
        <span>Harbor Tools</span>
        <label>
          Language
          <select value={lang} onChange={(event) => setLang(event.target.value)}>
            {Object.entries(LANGUAGES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={scheme === "dark"}
            onChange={(event) => setScheme(event.target.checked ? "dark" : "light")}
          />
          Dark
        </label>
      </header>
      <main>
        <h1>Integrations</h1>
        <Integrations lang={lang} onChange={addChange} />
        <Changes changes={changes} />
      </main>
    </>
  );
}

/** What Quayside heard from the element, newest first. */
function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <section aria-labelledby="changes" aria-live="polite">
      <h2 id="changes">What Quayside heard</h2>
      {changes.length === 0 && <p>Nothing yet: connect an application.</p>}
      <ul>
        {changes.map(({ at, text }) => (
          <li key={`${at.getTime()} ${text}`}>
            <time dateTime={at.toISOString()}>{at.toLocaleTimeString()}</time> {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

function systemScheme(): "light" | "dark" {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
