// Random expressions, each evaluated in the process and in the sandbox: `npm run bench:expressions [-- count [seed]]`,
// 100,000 by default. Prints how many are simple and what one costs; exits with 1 if the two results ever differ.
import fc from "fast-check";
import { createSandbox } from "../server/src/platform/sandbox/sandbox.ts";
import {
  createAllowance,
  createExpressionCache,
  evaluateSimple,
} from "../server/src/workflows/simple-expressions/evaluate.ts";
import {
  anyExpression,
  compareWithSandbox,
  testRoots,
} from "../server/src/workflows/simple-expressions/test-expressions.ts";
import { printTable } from "./processes.ts";

const COMMON = "input.qty * input.price";
const ROUNDS = 20_000;
const SHOWN = 10;

const [count = 100_000, seed = Date.now()] = process.argv.slice(2).map(Number);
const sandbox = createSandbox({ workers: 1 });
const sources = fc.sample(anyExpression, { numRuns: count, seed });
const expressionCache = createExpressionCache();
const { simple, differences } = await compareWithSandbox(sources, sandbox);
printTable(`Random expressions, seed ${seed}`, [
  {
    expressions: count,
    different: new Set(sources).size,
    simple,
    "differ from the sandbox": differences.length,
    "simple, µs": await microseconds(async () => {
      for (let round = 0; round < ROUNDS; round++)
        evaluateSimple(COMMON, testRoots, createAllowance(), expressionCache);
      return ROUNDS;
    }),
    "sandbox, µs": await microseconds(async () => {
      const { input } = testRoots;
      for (let round = 0; round < ROUNDS / 100; round++) await sandbox.evaluate([COMMON], { input });
      return ROUNDS / 100;
    }),
  },
]);
for (const difference of differences.slice(0, SHOWN)) console.log(JSON.stringify(difference));
await sandbox.close();
if (differences.length > 0) process.exitCode = 1;

/** Microseconds per evaluation; `evaluate` returns how many it made. */
async function microseconds(evaluate: () => Promise<number>): Promise<string> {
  await evaluate();
  const startMs = performance.now();
  const evaluations = await evaluate();
  return (((performance.now() - startMs) / evaluations) * 1000).toFixed(1);
}
