import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { createDerivation } from "../../platform/memory/computed-once.ts";
import type { Page } from "../../platform/page.ts";
import { buildWordIndex, searchWordIndexes, type WordIndex } from "../../platform/words/word-index.ts";
import type { Action, Connector } from "../connector.ts";
import { type Application, listApplications } from "./application.ts";

/** An action and its application. */
export interface FoundAction {
  readonly application: Application;
  readonly action: Action;
}

/** The words of a connector's actions. */
export type ActionWords = (connector: Connector) => WordIndex;

declare module "../../deps.ts" {
  interface Features {
    readonly actionWords: ActionWords;
  }
}

const LONGEST_TURN_MS = 20;

/** Indexes the actions of a connector when they are first searched, for as long as the connector is kept. */
export function createActionWords(): ActionWords {
  return createDerivation(({ info: { name, slug, actions } }) =>
    buildWordIndex(
      actions.map(({ id, title, description }) => ({
        name: title,
        otherNames: `${name} ${slug} ${id}`,
        description,
      })),
    ),
  );
}

/**
 * A page of the actions of all enabled applications: those that `search` finds by their names, descriptions and
 * applications (see `searchWordIndexes`), best first; without a word to search for all, by application.
 */
export async function findActions(
  deps: Pick<Deps, "db" | "catalog" | "log" | "actionWords">,
  scope: Scope,
  search: string,
  page: Page,
): Promise<{ found: FoundAction[]; total: number }> {
  const applications = (await listApplications(deps, scope)).filter(({ enabled }) => enabled);
  if (search.trim() === "") return listPage(applications, page);
  const indexes = await readIndexes(deps, applications);
  const { matches, total } = searchWordIndexes(indexes, search, page);
  const found = matches.flatMap(({ index, text }) => findAt(applications, index, text));
  return { found, total };
}

async function readIndexes(
  { actionWords }: Pick<Deps, "actionWords">,
  applications: readonly Application[],
): Promise<WordIndex[]> {
  const indexes: WordIndex[] = [];
  let turnMs = performance.now();
  for (const { connector } of applications) {
    indexes.push(actionWords(connector));
    // Thousands are indexed at the first search: that takes a second.
    if (performance.now() - turnMs < LONGEST_TURN_MS) continue;
    await letOthersRun();
    turnMs = performance.now();
  }
  return indexes;
}

function findAt(applications: readonly Application[], index: number, at: number): FoundAction[] {
  const application = applications[index];
  const action = application?.connector.info.actions[at];
  return application && action ? [{ application, action }] : [];
}

function listPage(
  applications: readonly Application[],
  { offset, limit }: Page,
): { found: FoundAction[]; total: number } {
  const found: FoundAction[] = [];
  let total = 0;
  for (const application of applications) {
    const { actions } = application.connector.info;
    const first = Math.max(offset - total, 0);
    const last = Math.max(offset + limit - total, 0);
    for (const action of actions.slice(first, last)) found.push({ application, action });
    total += actions.length;
  }
  return { found, total };
}
