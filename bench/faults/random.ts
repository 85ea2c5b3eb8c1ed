import { createSeededRandom } from "../../server/test/seeded-random.ts";

/** Random numbers by the seed of `--seed N`, or a new one; it is printed so that a run can be repeated. */
export function createRandom(argv: readonly string[]): () => number {
  const at = argv.indexOf("--seed");
  const seed = at >= 0 ? Number(argv[at + 1]) : Math.floor(Math.random() * 2 ** 31);
  console.log(`seed ${seed}`);
  return createSeededRandom(seed);
}
