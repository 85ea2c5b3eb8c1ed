/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The seed of `--seed N`, or a new one; it is printed so that a run can be repeated. */
export function seedOf(argv: readonly string[]): number {
  const at = argv.indexOf("--seed");
  const seed = at >= 0 ? Number(argv[at + 1]) : Math.floor(Math.random() * 2 ** 31);
  console.log(`seed ${seed}`);
  return seed;
}
