import { afterAll } from "vitest";
import type { Json } from "../json/json.ts";
import { createSandbox, type SandboxResult, type SandboxRun } from "./sandbox.ts";

/** For all tests of a file: a sandbox of two workers, and what code comes to in it. */
export function useTestSandbox() {
  const sandbox = createSandbox({ workers: 2 });
  afterAll(() => sandbox.close());
  const run = (code: string, rest: Partial<SandboxRun> = {}): Promise<SandboxResult> =>
    sandbox.run({ code, globals: {}, ...rest });
  return {
    sandbox,
    run,
    resultOf: async (code: string, rest?: Partial<SandboxRun>): Promise<Json> => {
      const result = await run(code, rest);
      if (!result.ok) throw new Error(`${result.error.kind}: ${result.error.message}`);
      return result.value;
    },
    errorOf: async (code: string, rest?: Partial<SandboxRun>) => {
      const result = await run(code, rest);
      if (result.ok) throw new Error(`Unexpected value: ${JSON.stringify(result.value)}`);
      return result.error;
    },
  };
}
