import { availableParallelism } from "node:os";
import { afterAll } from "vitest";
import type { Json } from "../json/json.ts";
import { createSandbox, type Sandbox, type SandboxResult, type SandboxRun } from "./sandbox.ts";

// Of tests that are not about time, which a busy machine may make fifty times as slow.
const PATIENT = { cpuMs: 120_000, wallMs: 150_000 };

/** For all tests of a file: a sandbox of two workers, and what code comes to in it. Unless a run says, time is ample. */
export function useTestSandbox() {
  const sandbox = createSandbox({ workers: 2 });
  afterAll(() => sandbox.close());
  const run = (code: string, rest: Partial<SandboxRun> = {}): Promise<SandboxResult> =>
    sandbox.run({ code, globals: {}, ...rest, limits: { ...PATIENT, ...rest.limits } });
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

// More than any tenant may have: the others wait in its queue, before its next job.
const MOST = 8 + availableParallelism();

/** Whether `call` ends while each of these tenants has all sandbox threads that it may have. */
export async function isInOwnShare(
  sandbox: Sandbox,
  tenants: readonly string[],
  call: () => Promise<unknown>,
): Promise<boolean> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const fetch = async () => {
    await released;
    return { status: 200, headers: {}, body: "" };
  };
  const wait = { code: 'await fetch("http://held.example")', globals: {}, fetch };
  const held = tenants.flatMap((tenant) =>
    Array.from({ length: MOST }, () => sandbox.forTenant(tenant).run(wait)),
  );
  // The sandbox ends what waits for too long, and with it the wait of a call that was in one of these shares.
  const tooLate = Promise.race(held).then(() => false);
  const made = call().then(() => true);
  const first = await Promise.race([made, tooLate]);
  release();
  await Promise.all([made, ...held]);
  return first;
}
