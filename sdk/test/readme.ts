import { readFileSync } from "node:fs";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The blocks of code in a language (`sh`, `js`, `ts`) that stand under a heading of the library's README. */
export function readBlocks(heading: string, language: string): string[] {
  const blocks = readSection(heading).matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].filter(([, written]) => written === language).map(([, , code = ""]) => code);
}

/** The calls that the table under a heading lists, such as `events.list`; a function alone by its name. */
export function readCalls(heading: string): string[] {
  const rows = readSection(heading).matchAll(/^\| (`.*?`) \| (.*) \|$/gm);
  return [...rows].flatMap(([, names = "", methods = ""]) => {
    const calls = quoted(methods);
    return quoted(names).flatMap((name) =>
      calls.length > 0 ? calls.map((call) => `${name}.${call}`) : name,
    );
  });
}

function readSection(heading: string): string {
  const [, ...sections] = README.split(/^#+ /m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`The README has no heading "${heading}".`);
  return section;
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}
