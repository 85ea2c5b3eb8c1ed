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

/** One QuickJS instance and its memory; many runtimes live in it one after the other. */
export interface Engine {
  quickjs: QuickJSWASMModule;
  /** Sets the cap of the next run, in MiB, and forgets earlier refusals. */
  capMemory(mebibytes: number): void;
  /** Whether memory was refused since the cap was set. */
  memoryRefused(): boolean;
  /** Whether it is small enough to serve another run. */
  reusable(): boolean;
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
  };
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
