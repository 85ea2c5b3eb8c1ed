import { MemoryFS, type PGlite } from "@electric-sql/pglite";

const PAGE = 65_536;

/** What of an Emscripten module keeps its WebAssembly memory. */
interface WithMemory {
  readonly HEAPU8: Uint8Array;
}

/** The pages of a memory that hold anything; `length` is read only if a memory that does not know them restores it. */
interface Snapshot {
  readonly pages: ReadonlyMap<number, Uint8Array>;
  readonly length: number;
}

/** Has `work` make databases with `useSparseCopies`. */
export async function withSparseCopies<Result>(work: () => Promise<Result>): Promise<Result> {
  const { init } = MemoryFS.prototype;
  MemoryFS.prototype.init = async function (lite: PGlite, options: Parameters<MemoryFS["init"]>[1]) {
    const { emscriptenOpts } = await init.call(this, lite, options);
    const copy = (module: unknown) => useSparseCopies(module as WithMemory);
    const preRun = [...(emscriptenOpts.preRun ?? []), copy];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  };
  try {
    return await work();
  } finally {
    MemoryFS.prototype.init = init;
  }
}

/**
 * Lets PGlite's copy of the memory, from which it restores it before each of the programs of a first start, be of the
 * pages that hold anything: it copies all 128 MiB, and writes all of them each time, so that a first start takes 200
 * MiB more. The calls are internals of 0.5.16, which pglite-module.test.ts watches.
 */
export function useSparseCopies({ HEAPU8: memory }: WithMemory): void {
  const pageAt = (index: number) => memory.subarray(index * PAGE, (index + 1) * PAGE);
  const zeros = new Uint8Array(PAGE);
  const isEmpty = (page: Uint8Array) => Buffer.compare(page, zeros) === 0;
  const count = memory.length / PAGE;
  const slice = (): Snapshot => {
    const pages = new Map<number, Uint8Array>();
    for (let index = 0; index < count; index++)
      if (!isEmpty(pageAt(index))) pages.set(index, Uint8Array.from(pageAt(index)));
    return {
      pages,
      get length(): number {
        throw new Error("The memory has grown, so that its copy cannot be restored.");
      },
    };
  };
  const set = (source: Snapshot | ArrayLike<number>, offset = 0) => {
    if (!("pages" in source)) return Uint8Array.prototype.set.call(memory, source, offset);
    for (let index = 0; index < count; index++) {
      const kept = source.pages.get(index);
      const page = pageAt(index);
      if (kept) page.set(kept);
      else if (!isEmpty(page)) page.fill(0); // Writing to an unused page would take memory.
    }
  };
  Object.assign(memory, { slice, set });
}
