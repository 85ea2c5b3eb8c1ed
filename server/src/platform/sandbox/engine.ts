import importedVariant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";
import { maximumMemoryMiB } from "./limits.ts";

// Its types describe the CommonJS build, while Node loads the ES module, whose default export is the variant itself.
const baseVariant = importedVariant as unknown as QuickJSSyncVariant;

const pagesPerMiB = 16;
const initialMiB = 16;
/** WebAssembly memory never shrinks, so an engine beyond this size is replaced rather than kept. */
const keepUpToMiB = 32;

const chunkBytes = 64 * 1024;
// Emscripten's stack for QuickJS has 5 MiB.
const leastStackBytes = 4 * 2 ** 20;

/** One QuickJS instance and its memory. */
export interface Engine {
  quickjs: QuickJSWASMModule;
  /** Sets the cap of the next run, in MiB, and forgets earlier refusals. */
  capMemory(mebibytes: number): void;
  /** Whether memory was refused since the cap was set. */
  memoryRefused(): boolean;
  /** Whether it is small enough to serve another run. */
  reusable(): boolean;
  /** Keeps the state that the instance has now, with nothing of it running; what is returned brings it back. */
  remember(): () => void;
}

/** Loads a fresh QuickJS whose memory obeys a cap; its own runtime limit does not hold (upstream issue 255). */
export async function loadEngine(): Promise<Engine> {
  const memory = new WebAssembly.Memory({
    initial: initialMiB * pagesPerMiB,
    maximum: maximumMemoryMiB * pagesPerMiB,
  });
  const sizeMiB = () => memory.buffer.byteLength / 2 ** 20;
  let capMiB = initialMiB;
  let refused = false;
  const grow = memory.grow.bind(memory);
  // Emscripten grows its memory by this method alone; it takes an exception as "no more memory".
  memory.grow = (pages) => {
    if (sizeMiB() + pages / pagesPerMiB > capMiB) {
      refused = true;
      throw new RangeError("The memory cap of the sandbox is reached.");
    }
    return grow(pages);
  };
  const refuse = () => {
    refused = true;
  };
  return {
    quickjs: await newQuickJSWASMModuleFromVariant(variantWith(memory, refuse)),
    capMemory(mebibytes) {
      capMiB = Math.max(mebibytes, initialMiB);
      refused = false;
    },
    memoryRefused: () => refused,
    reusable: () => sizeMiB() <= keepUpToMiB,
    remember: () => {
      const kept = usedParts(memory).map(([start, end]) => ({
        start,
        bytes: memory.buffer.slice(start, end),
      }));
      return () => {
        for (const { start, bytes } of kept) new Uint8Array(memory.buffer).set(new Uint8Array(bytes), start);
      };
    },
  };
}

/**
 * Where in the memory something is: the static data at its start, and the heap. Between them lies the stack, of which
 * nothing is in use while nothing runs: five megabytes that were hardly touched, and by far the longest empty part. What
 * lies above the heap is handed out anew by the instance's own allocator, like memory that was freed.
 */
function usedParts(memory: WebAssembly.Memory): [start: number, end: number][] {
  const words = new BigUint64Array(memory.buffer);
  const used = Array.from({ length: memory.buffer.byteLength / chunkBytes }, (_, chunk) =>
    words.subarray((chunk * chunkBytes) / 8, ((chunk + 1) * chunkBytes) / 8).some((word) => word !== 0n),
  );
  const end = used.lastIndexOf(true) + 1;
  const stack = longestGap(used.slice(0, end));
  if ((stack.end - stack.start) * chunkBytes < leastStackBytes) return [[0, end * chunkBytes]];
  return [
    [0, stack.start * chunkBytes],
    [stack.end * chunkBytes, end * chunkBytes],
  ];
}

function longestGap(used: readonly boolean[]): { start: number; end: number } {
  let longest = { start: 0, end: 0 };
  let start = 0;
  for (const [index, isUsed] of used.entries()) {
    if (!isUsed) continue;
    if (index - start > longest.end - longest.start) longest = { start, end: index };
    start = index + 1;
  }
  return longest;
}

function variantWith(memory: WebAssembly.Memory, onRefused: () => void): QuickJSSyncVariant {
  return {
    ...baseVariant,
    async importModuleLoader() {
      const imported = await baseVariant.importModuleLoader();
      const inner = "default" in imported ? imported.default : imported;
      const load = "default" in inner ? inner.default : inner;
      return async (options) => {
        const silent = () => {};
        // Emscripten takes more options than the library's type names.
        const ours = { wasmMemory: memory, print: silent, printErr: silent };
        const module = await load({ ...options, ...ours });
        const malloc = module._malloc.bind(module);
        // The library writes to what malloc gives without looking, so a null pointer must not reach it.
        module._malloc = (size) => {
          const pointer = malloc(size);
          if (pointer !== 0) return pointer;
          onRefused();
          throw new RangeError("The memory of the sandbox is used up.");
        };
        return module;
      };
    },
  };
}
