import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import type { Clock } from "../../clock.ts";

const REAL_TIME = 0;
const NANOSECONDS = 1_000_000n;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type EmscriptenOptions = Parameters<NodeFS["init"]>[1];
/** What PGlite 0.5.16 hands to Emscripten, which its types leave out. */
interface WasmOptions {
  readonly wasmMemory: WebAssembly.Memory;
  instantiateWasm(imports: WebAssembly.Imports, onDone: () => void): object;
}

/** A folder on disk whose PostgreSQL tells the time by a clock that may be moved (D567). Nothing in it is synced. */
export class TimedFolder extends NodeFS {
  readonly #clock: Clock;

  constructor(dir: string, clock: Clock) {
    super(dir);
    this.#clock = clock;
  }

  override async init(lite: PGlite, options: EmscriptenOptions) {
    const { emscriptenOpts } = await super.init(lite, options);
    const { instantiateWasm, wasmMemory } = emscriptenOpts as unknown as WasmOptions;
    const timed: Pick<WasmOptions, "instantiateWasm"> = {
      instantiateWasm: (imports, onDone) =>
        instantiateWasm(withClock(imports, wasmMemory, this.#clock), onDone),
    };
    return { emscriptenOpts: Object.assign({}, emscriptenOpts, timed as object) };
  }
}

/** The module's imports, of which those that read the wall clock read `clock`. */
function withClock(
  imports: WebAssembly.Imports,
  memory: WebAssembly.Memory,
  clock: Clock,
): WebAssembly.Imports {
  const { wasi_snapshot_preview1: system = {}, env = {} } = imports;
  const tellTime = system.clock_time_get as (id: number, precision: bigint, address: number) => number;
  const clockTimeGet = (id: number, precision: bigint, address: number) => {
    if (id !== REAL_TIME) return tellTime(id, precision, address);
    const nanoseconds = BigInt(clock.now().getTime()) * NANOSECONDS;
    new DataView(memory.buffer).setBigInt64(address, nanoseconds, true);
    return 0;
  };
  const setTimer = env._setitimer_js as (which: number, ms: number) => number;
  const own = {
    emscripten_date_now: () => clock.now().getTime(),
    // PostgreSQL's timers are relative to the clock, which may have gone back by months.
    _setitimer_js: (which: number, ms: number) => setTimer(which, Math.min(ms, LONGEST_TIMER_MS)),
  };
  // By inheritance, because the functions of a linked module appear only when they are asked for.
  return {
    ...imports,
    env: Object.assign(Object.create(env), own),
    wasi_snapshot_preview1: Object.assign(Object.create(system), { clock_time_get: clockTimeGet }),
  };
}
