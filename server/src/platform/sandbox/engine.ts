import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { collectGarbage } from "../memory/collect-garbage.ts";
import { createConstant } from "../memory/computed-once.ts";
import {
  createMemoryImage,
  getMemoryReach,
  type MemoryImage,
  type MemoryReach,
  restoreImage,
  writeImage,
} from "./memory-image.ts";
import { createTextValue, type QuickJs, readText } from "./quickjs.ts";

const pageBytes = 64 * 1024;
const bytesPerMiB = 2 ** 20;

/** Initial heap: what most runs need. */
const spareHeapBytes = 256 * 1024;
/** WebAssembly memory never shrinks, so an instance beyond this size is replaced instead of kept. */
const keepUpToBytes = 12 * bytesPerMiB;
/** From this share of its cap on, memory counts as refused: the failed allocation may have been a large one. */
const refusedFrom = 0.9;
/** Heaps are fragmented, so memory may grow to this multiple of what a guest may hold. */
const overrunFrom = 1.5;

// Deeper than this QuickJS throws a RangeError, well before its own stack (1 MiB) and the worker's are used up.
const guestStackBytes = 256 * 1024;

/**
 * The language without what the prelude provides itself, or what is left out: atob and btoa, DOMException,
 * performance.
 */
const intrinsics = 0b0011_1111_1111;

/** What the engine requires of the host. */
export interface EngineHost {
  /** Answers a call of the single host function. */
  answer(operation: string, text: string): string;
  /** Called every few thousand steps; true ends the running code. */
  mustInterrupt(): boolean;
  /** The time that the running code reads. */
  nowMs(): number;
  /** Called when the running code reads the clock or the system's randomness. */
  noteVolatile(): void;
}

/** One QuickJS and its memory. */
export interface Engine {
  /** The current instance; some restores replace it by another, with the same values at the same addresses. */
  readonly vm: QuickJs;
  /** Sets the cap of the next guest, in MiB. */
  capMemory(mebibytes: number): void;
  /** Whether the guest reached its cap. */
  memoryRefused(): boolean;
  /** Whether the guest's heap exceeds its cap so far that it must be stopped. */
  memoryOverrun(): boolean;
  /** Saves the current state, with nothing running, for `restore`. */
  remember(): void;
  /**
   * Restores the saved state, byte by byte, with all other memory zero; in a new instance if this one is broken or
   * too large.
   */
  restore(isSound: boolean): void;
}

interface Instance {
  vm: QuickJs;
  reach: MemoryReach;
}

/** Where the engine's WebAssembly is; docs/self-hosting.md names the engine (D196). */
export const engineFile = createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm");

const compileEngine = createConstant(() => new WebAssembly.Module(readFileSync(engineFile)));

/** Starts an engine with an empty runtime; throws if that fails. */
export function startEngine(host: EngineHost): Engine {
  const vm = instantiate(host);
  if (vm.qjs_init2(intrinsics) !== 0) throw new Error("QuickJS did not start.");
  vm.qjs_set_max_stack_size(guestStackBytes);
  vm.qjs_set_interrupt_handler(1);
  let image = createMemoryImage(vm.memory.buffer);
  let instance: Instance = { vm, reach: getMemoryReach(image) };
  // Nothing runs between guests, so the stack is as empty as now.
  const stackPointer = vm.__stack_pointer.value;
  let capBytes = Number.POSITIVE_INFINITY;
  // The restored heap does not know about memory that earlier guests made the instance grow by.
  const heapBytes = () => spareHeapBytes + sizeOf(instance.vm) - instance.reach.memoryBytes;
  return {
    get vm() {
      return instance.vm;
    },
    capMemory(mebibytes) {
      capBytes = mebibytes * bytesPerMiB;
      instance.vm.qjs_set_memory_limit(capBytes);
    },
    memoryRefused: () => heapBytes() > capBytes * refusedFrom,
    memoryOverrun: () => heapBytes() > capBytes * overrunFrom,
    remember() {
      const { vm } = instance;
      vm.wasm_free(vm.wasm_malloc(spareHeapBytes));
      image = createMemoryImage(vm.memory.buffer);
      instance.reach = getMemoryReach(image);
    },
    restore(isSound) {
      const isLarge = sizeOf(instance.vm) > keepUpToBytes;
      if (isSound && !isLarge) restoreImage(instance.vm.memory.buffer, image, instance.reach);
      else instance = { vm: instantiateWith(host, image), reach: getMemoryReach(image) };
      if (isLarge) collectGarbage();
      instance.vm.__stack_pointer.value = stackPointer;
    },
  };
}

function sizeOf(vm: QuickJs): number {
  return vm.memory.buffer.byteLength;
}

function instantiateWith(host: EngineHost, image: MemoryImage): QuickJs {
  const vm = instantiate(host);
  new Uint8Array(vm.memory.buffer).fill(0);
  vm.memory.grow((image.memoryBytes - sizeOf(vm)) / pageBytes);
  writeImage(vm.memory.buffer, image);
  return vm;
}

function instantiate(host: EngineHost): QuickJs {
  const memory = () => vm.memory.buffer;
  const instance = new WebAssembly.Instance(compileEngine(), {
    env: {
      host_call: (_name: number, _bytes: number, _self: number, count: number, list: number) => {
        const [operation = 0, text = 0] = new Uint32Array(memory(), list, count);
        return createTextValue(vm, host.answer(readText(vm, operation), readText(vm, text)));
      },
      host_interrupt: () => Number(host.mustInterrupt()),
      // Code must mean the same on every host.
      host_get_timezone_offset: () => 0,
      // There are no modules, and rejected promises are not reported.
      host_module_normalize: () => 0,
      host_module_load: () => 0,
      host_promise_rejection: () => {},
    },
    wasi_snapshot_preview1: systemCalls(host, memory),
  });
  // The package's types keep the exports private.
  const vm = instance.exports as unknown as QuickJs;
  vm._initialize();
  return vm;
}

const notPermitted = 8;

/** The clock and randomness; there are no files. */
function systemCalls(host: EngineHost, memory: () => ArrayBuffer): WebAssembly.ModuleImports {
  const refuse = () => notPermitted;
  return {
    clock_time_get: (_clock: number, _precision: bigint, address: number) => {
      host.noteVolatile();
      new DataView(memory()).setBigUint64(address, BigInt(host.nowMs()) * 1_000_000n, true);
      return 0;
    },
    random_get: (address: number, bytes: number) => {
      host.noteVolatile();
      crypto.getRandomValues(new Uint8Array(memory(), address, bytes));
      return 0;
    },
    fd_write: refuse,
    fd_close: refuse,
    fd_fdstat_get: refuse,
    fd_seek: refuse,
  };
}
